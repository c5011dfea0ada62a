/** Who sits before this device: nobody yet, a guest, or somebody with an account. */
import { settings } from "../../settings/settings.svelte";
import { told } from "../../words/words";
import type { OwnAccount } from "../../api/kinds";
import { site } from "../site";
import { enter, whoAmI } from "./people";

const NAMES = 20;
/** All that is known of a guest. */
const GUEST: OwnAccount = {
  is_guest: true,
  ban: null,
  has_password: false,
  is_admin: false,
  is_confirmed: false,
  wants_mail: false,
  recovery_codes: 0,
  passkeys: [],
  sessions: [],
};

class Person {
  /** What the server knows of us; null until it was asked, and for those who have not come in. */
  me: OwnAccount | null = $state.raw(null);
  /** Whether the server could not be asked: then nobody knows what we have there. */
  isUnknown = $state(false);
  private asked: Promise<void> | null = null;

  get hasAccount(): boolean {
    return this.me !== null && !this.me.is_guest;
  }

  /** What one is called at a table. */
  get name(): string {
    return settings.choices.name;
  }

  set name(name: string) {
    settings.set("name", name);
  }

  /** Give a friendly name to one who has none; to be called when there are words. */
  introduce(): void {
    if (this.name === "") this.name = invented();
  }

  /** Ask once who we are; to ask is not to come in. */
  known(): Promise<void> {
    this.asked ??= this.refresh();
    return this.asked;
  }

  async refresh(): Promise<void> {
    try {
      this.me = site.isStatic ? null : await whoAmI();
      this.isUnknown = false;
    } catch {
      this.me = null;
      this.isUnknown = true;
      this.asked = null; // Whoever wants to know asks again.
    }
    if (this.me?.name) this.name = this.me.name;
  }

  /** Come in as a guest, unless we are known already. */
  async comeIn(): Promise<void> {
    await this.known();
    if (this.me === null) await this.enter();
  }

  /** Come in as a guest if nobody knows us; whether that made us somebody new. */
  async enter(): Promise<boolean> {
    const { is_new } = await enter();
    if (is_new) this.me = GUEST;
    return is_new;
  }
}

/** A friendly name for one who has not given any. */
export function invented(besides: readonly string[] = []): string {
  const names = Array.from({ length: NAMES }, (_, index) => told(`web_name_${index + 1}`) ?? "");
  const free = names.filter((name) => !besides.includes(name));
  return free[Math.floor(Math.random() * free.length)] ?? "";
}

export const person = new Person();
