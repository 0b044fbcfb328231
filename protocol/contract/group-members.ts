// Wire types of the members of a group.
import type { ListedUserWire } from './listed-user.ts';

/** A member of a group, and of which group. */
export interface GroupMemberWire extends ListedUserWire {
  /** Paths of the group itself and of groups below it that the user is a direct member of. */
  readonly paths: readonly string[];
}

/** The response of `GET /emulator/v1/realms/{realm}/groups/{group}/members`. */
export interface GroupMembersWire {
  /** On all pages. */
  readonly total: number;
  readonly members: readonly GroupMemberWire[];
}
