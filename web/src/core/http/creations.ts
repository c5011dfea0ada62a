/** Requests about what people made and published: the gallery, versions, votes, comments. */
import type {
  Comment,
  CommentList,
  CreationCard,
  CreationKind,
  CreationList,
  CreationPage,
  Prospect,
  Publication,
  Published,
  TableCreation,
  Version,
} from "../../api/kinds";
import { withEdition } from "./edition";
import { get, post, remove } from "./rest";

const ADDRESS = "/api/creations";

export const ORDERS = ["best", "newest", "played"] as const;
export type Order = (typeof ORDERS)[number];

/** What somebody looks for; what is left out may be anything. */
export interface CreationQuery {
  search?: string;
  kind?: CreationKind | "";
  /** 0 is any number. */
  players?: number;
  trait?: string;
  author?: string;
  order?: Order;
  page?: number;
}

/** A query as it stands in an address, without what is usual. */
export function queryText(query: CreationQuery): string {
  const usual: Required<CreationQuery> = {
    search: "",
    kind: "",
    players: 0,
    trait: "",
    author: "",
    order: "best",
    page: 1,
  };
  const words = Object.entries({ ...usual, ...query }).filter(
    ([key, value]) => value !== usual[key as keyof CreationQuery],
  );
  const text = new URLSearchParams(words.map(([key, value]) => [key, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

export const listCreations = (query: CreationQuery): Promise<CreationList> =>
  get<CreationList>(`${ADDRESS}${queryText(query)}`);

/** Everything of a kind that somebody published themselves, newest first. */
export async function ownCreations(author: string, kind: CreationKind): Promise<CreationCard[]> {
  const found: CreationCard[] = [];
  for (let page: number | null = 1; page !== null;) {
    const list: CreationList = await listCreations({ author, kind, order: "newest", page });
    found.push(...list.creations);
    page = list.next;
  }
  return found;
}

export const showCreation = (id: string): Promise<CreationPage> =>
  get<CreationPage>(`${ADDRESS}/${encodeURIComponent(id)}`);

/** What a game is played with, as far as it is in the gallery. */
export const creationsOfTable = (table: string): Promise<TableCreation[]> =>
  get<TableCreation[]>(`/api/tables/${encodeURIComponent(table)}/creations`);

export const publish = (publication: Publication): Promise<Published> =>
  post<Published>(ADDRESS, publication);

/** Whether a moderator would look first at a new version of a creation; at something new if none is named. */
export const willWait = async (creation: string): Promise<boolean> =>
  (await get<Prospect>(`/api/publishing?creation=${encodeURIComponent(creation)}`)).is_waiting;

export const withdraw = (id: string): Promise<unknown> => post(`${ADDRESS}/${id}/withdraw`);

export const relist = (id: string): Promise<unknown> => post(`${ADDRESS}/${id}/relist`);

export const deleteCreation = (id: string): Promise<unknown> => remove(`${ADDRESS}/${id}`);

/** Say whether one likes it; null takes that back. */
export const voteOn = (id: string, value: boolean | null): Promise<unknown> =>
  post(`${ADDRESS}/${id}/vote`, { value });

export const reportCreation = (id: string, reason: string): Promise<unknown> =>
  post(`${ADDRESS}/${id}/report`, { reason });

export const commentsOn = (id: string, page: number): Promise<CommentList> =>
  get<CommentList>(`${ADDRESS}/${id}/comments?page=${page}`);

export const writeComment = (id: string, text: string): Promise<Comment> =>
  post<Comment>(`${ADDRESS}/${id}/comments`, { text });

export const deleteComment = (comment: string): Promise<unknown> => remove(`/api/comments/${comment}`);

export const reportComment = (comment: string, reason: string): Promise<unknown> =>
  post(`/api/comments/${comment}/report`, { reason });

export const versionOf = (digest: string): Promise<Version> =>
  get<Version>(`/api/versions/${encodeURIComponent(digest)}`);

export const fileAddress = (digest: string): string => `/api/versions/${digest}/file`;

/** The picture of the map of a version. */
export const boardAddress = (digest: string, theme: "day" | "night"): string =>
  withEdition(`/api/versions/${digest}/board?theme=${theme}`);

export const creationAddress = (id: string): string => `/gallery/${id}`;
