/** The types of mappers of a provider, by type, in the form of Keycloak's API. */
export declare function listMapperTypes(provider: string): Readonly<Record<string, object>>;
