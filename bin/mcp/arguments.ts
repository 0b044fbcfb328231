// Arguments that several tools have.
import { string, type ZodString } from 'zod';

export const REALM: ZodString = string().min(1).describe('Name of the realm, as in list_realms.');

export const EXCHANGE: ZodString = string().min(1).describe('ID of an exchange, as in list_refusals.');
