/** The way to the account page and back to where somebody needed an account. */
import { router } from "./router.svelte";

/** Pages that one comes back to, with what may stand behind their names. An address can be made by anybody. */
const RETURNS = /^\/(?:admin|explore|gallery|maps|workshop)(?:\/[\w-]+)*$/;

/** Where an account is made; from there one comes back to the page that is shown. */
export function accountAddress(): string {
  return RETURNS.test(router.path) ? `/account?${new URLSearchParams({ back: router.path })}` : "/account";
}

/** Where somebody came from who is on the account page; null if that is not a page of ours. */
export function wayBack(): string | null {
  const back = router.query.get("back") ?? "";
  return RETURNS.test(back) ? back : null;
}
