// Wire types of roles: the list of a realm's roles, effective roles with where they come from, and who has a role.
import type { ListedUserWire } from './listed-user.ts';

/** A role, with the clientId of its owner unless it is a realm role. */
export interface RoleNameWire {
  readonly name: string;
  readonly clientId?: string;
  /** Whether it is the realm's default role, which new users get. */
  readonly isDefault?: boolean;
}

/** A way by which a user, a group or a composite role has a role. */
export interface RolePathWire {
  /** Path of the group that has the first role; absent: it is assigned directly. */
  readonly group?: string;
  /** From the assigned role through composite roles to the role itself. */
  readonly roles: readonly RoleNameWire[];
}

/** A role of the realm or of one of its clients. */
export interface RoleWire extends RoleNameWire {
  readonly id: string;
  /** ID of the client that owns the role; absent for a realm role. */
  readonly clientUuid?: string;
  readonly description?: string;
  /** Whether other roles come with it. */
  readonly composite: boolean;
  /** Whether it comes with the realm's default role. */
  readonly isInDefault?: boolean;
  /** Whether Keycloak creates it with the realm. */
  readonly isBuiltIn?: boolean;
}

/** `GET /emulator/v1/realms/{realm}/roles`. */
export interface RolesPageWire {
  /** Matching roles on all pages. */
  readonly total: number;
  readonly roles: readonly RoleWire[];
}

/** A role that a user, a group or a composite role has, and how. */
export interface EffectiveRoleWire extends RoleWire {
  /** Whether it is assigned directly. It may come from elsewhere as well. */
  readonly direct: boolean;
  /** The shortest way from each assignment, shortest first; at most 10. */
  readonly paths: readonly RolePathWire[];
}

/** A user of a role. */
export interface RoleUserWire extends ListedUserWire {
  /** The clientId, if the user is the service account of a client. */
  readonly serviceAccountClientId?: string;
  /** Whether the role is assigned to the user directly. */
  readonly direct: boolean;
  /** How the user has the role; empty if the user does not have it. */
  readonly paths: readonly RolePathWire[];
}

/** `GET /emulator/v1/realms/{realm}/roles/{role}/users`. */
export interface RoleUsersWire {
  /** Matching users on all pages. */
  readonly total: number;
  /** Ordered by username. */
  readonly users: readonly RoleUserWire[];
}

/** A group of a role. */
export interface RoleGroupWire {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** Whether the role is assigned to the group itself. */
  readonly direct: boolean;
  /** How members of the group get the role; empty if they do not. */
  readonly paths: readonly RolePathWire[];
}

/** `GET /emulator/v1/realms/{realm}/roles/{role}/groups`. */
export interface RoleGroupsWire {
  /** Matching groups on all pages. */
  readonly total: number;
  /** Parents before their children. */
  readonly groups: readonly RoleGroupWire[];
}
