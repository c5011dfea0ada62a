/** Requests about people: coming in, accounts, what is known of others. */
import type {
  NewSession,
  Best,
  Guest,
  OwnAccount,
  Mute,
  Profile,
  ProfileResults,
  ResultPage,
} from "../../api/kinds";
import { language } from "../../words/words";
import { deviceName } from "./device";
import { get, post, remove } from "./rest";

interface Offer {
  id: string;
  options: PublicKeyCredentialCreationOptionsJSON & PublicKeyCredentialRequestOptionsJSON;
}

/** Come in as a guest, if one is not known yet. */
export const enter = (): Promise<Guest> => post<Guest>("/api/guest");

/** Who one is; null if nobody knows, which is no mistake. */
export const whoAmI = (): Promise<OwnAccount | null> => get<OwnAccount | null>("/api/account/me");

export const register = (name: string, password: string | null): Promise<NewSession> =>
  post<NewSession>("/api/account", { name, password, label: deviceName() });

export const logIn = (name: string, password: string): Promise<NewSession> =>
  post<NewSession>("/api/account/login", { name, password, label: deviceName() });

export const recover = (name: string, code: string, password: string): Promise<NewSession> =>
  post<NewSession>("/api/account/recover", { name, code, password, label: deviceName() });

export const logOut = (): Promise<unknown> => post("/api/account/logout");

/** The password is asked for when one came in more than a few minutes ago. */
export interface Confirmed {
  password?: string;
}

export const setPassword = (next: string, confirmed: Confirmed): Promise<unknown> =>
  post("/api/account/password", { new: next, ...confirmed });

export async function newRecoveryCodes(confirmed: Confirmed): Promise<readonly string[]> {
  return (await post<{ recovery_codes: string[] }>("/api/account/recovery-codes", confirmed)).recovery_codes;
}

/** A token for a program, shown once. */
export async function newToken(label: string, confirmed: Confirmed): Promise<string> {
  return (await post<{ token: string }>("/api/account/tokens", { label, ...confirmed })).token;
}

export const revoke = (session: string): Promise<unknown> => remove(`/api/account/sessions/${session}`);

/** Mail comes in the language that is spoken when it is asked for. */
export const setMail = (email: string): Promise<{ is_confirmed: boolean }> =>
  post<{ is_confirmed: boolean }>("/api/account/email", { email, language: language() });

export const forgetMail = (): Promise<unknown> => remove("/api/account/email");

export const deleteMe = (confirmed: Confirmed): Promise<unknown> => remove("/api/account", confirmed);

export const muted = (): Promise<Mute[]> => get<Mute[]>("/api/mutes");

export const hearAgain = (mute: string): Promise<unknown> => remove(`/api/mutes/${mute}`);

export const ownResults = (page: number): Promise<ResultPage> =>
  get<ResultPage>(`/api/account/results?page=${page}`);

export const profileOf = (name: string): Promise<Profile> =>
  get<Profile>(`/api/people/${encodeURIComponent(name)}`);

export const resultsOf = (name: string, page: number): Promise<ProfileResults> =>
  get<ProfileResults>(`/api/people/${encodeURIComponent(name)}/results?page=${page}`);

export const bestOf = (players: number): Promise<Best[]> => get<Best[]>(`/api/ratings?players=${players}`);

export const hasPasskeys = (): boolean => typeof PublicKeyCredential !== "undefined";

export async function addPasskey(confirmed: Confirmed): Promise<void> {
  const offer = await post<Offer>("/api/account/passkeys/options", confirmed);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(offer.options);
  const made = await navigator.credentials.create({ publicKey });
  await post("/api/account/passkeys", {
    challenge: offer.id,
    credential: written(made),
    label: deviceName(),
  });
}

export const removePasskey = (passkey: string, confirmed: Confirmed): Promise<unknown> =>
  remove(`/api/account/passkeys/${passkey}`, confirmed);

export async function logInByPasskey(): Promise<NewSession> {
  const offer = await post<Offer>("/api/account/passkeys/login/options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(offer.options);
  const used = await navigator.credentials.get({ publicKey });
  return post<NewSession>("/api/account/passkeys/login", {
    challenge: offer.id,
    credential: written(used),
    label: deviceName(),
  });
}

function written(credential: Credential | null): unknown {
  return credential instanceof PublicKeyCredential ? credential.toJSON() : null;
}
