/** Requests of those who look after the server. */
import type {
  Admin,
  AdminAct,
  AdminOverview,
  AdminTable,
  Bans,
  ChatReport,
  CommunityReport,
  WaitingCreation,
} from "../../api/kinds";
import { get, post, remove } from "./rest";

const ADDRESS = "/api/admin";

export const overview = (): Promise<AdminOverview> => get<AdminOverview>(ADDRESS);

/** Become an administrator by a code. */
export const claim = (code: string): Promise<unknown> => post(`${ADDRESS}/claim`, { code });

export const admins = (): Promise<Admin[]> => get<Admin[]>(`${ADDRESS}/admins`);

export const removeAdmin = (name: string): Promise<unknown> =>
  remove(`${ADDRESS}/admins/${encodeURIComponent(name)}`);

/** A code for one more administrator, shown once. */
export async function newCode(): Promise<string> {
  return (await post<{ code: string }>(`${ADDRESS}/codes`)).code;
}

export const reports = (isHandled: boolean): Promise<ChatReport[]> =>
  get<ChatReport[]>(`${ADDRESS}/reports?is_handled=${isHandled ? 1 : 0}`);

/** Remove a line that people complained of, or leave it. */
export const decide = ({ table, seq }: ChatReport, shouldRemove: boolean): Promise<unknown> =>
  post(`${ADDRESS}/reports/${table}/${seq}`, { remove: shouldRemove });

/** Publications that nobody but their authors see before somebody has looked at them. */
export const waitingCreations = (): Promise<WaitingCreation[]> =>
  get<WaitingCreation[]>(`${ADDRESS}/creations`);

/** Let everybody see a publication, or a new version that waits by itself; or hide it with a reason. */
export const judgeCreation = (
  creation: string,
  isFine: boolean,
  reason: string,
  version = "",
): Promise<unknown> => post(`${ADDRESS}/creations/${creation}`, { is_fine: isFine, reason, version });

/** Creations, comments and tips that people complained of. */
export const communityReports = (isHandled: boolean): Promise<CommunityReport[]> =>
  get<CommunityReport[]>(`${ADDRESS}/complaints?is_handled=${isHandled ? 1 : 0}`);

/** Leave it as it is, or take it away with a reason. */
export const judgeReport = (
  { kind, id }: CommunityReport,
  isFine: boolean,
  reason: string,
): Promise<unknown> => post(`${ADDRESS}/complaints/${kind}/${id}`, { is_fine: isFine, reason });

export const bans = (): Promise<Bans> => get<Bans>(`${ADDRESS}/bans`);

export const ban = (who: string, reason: string): Promise<unknown> =>
  post(`${ADDRESS}/bans`, { who, reason });

export const liftBan = (who: string): Promise<unknown> => post(`${ADDRESS}/bans/lift`, { who });

export const signOut = (who: string): Promise<unknown> => post(`${ADDRESS}/sign-out`, { who });

export const adminTables = (status: "open" | "running"): Promise<AdminTable[]> =>
  get<AdminTable[]>(`${ADDRESS}/tables?status=${status}`);

export const closeTable = (table: string): Promise<unknown> => post(`${ADDRESS}/tables/${table}/close`);

export const acts = (): Promise<AdminAct[]> => get<AdminAct[]>(`${ADDRESS}/acts`);
