/** Which combo's rules somebody looks up just now; any banner or badge can ask for it. */

export interface Looked {
  race: string;
  power: string | null;
}

class Lookup {
  piece: Looked | null = $state.raw(null);

  show(race: string, power: string | null): void {
    this.piece = { race, power };
  }

  close(): void {
    this.piece = null;
  }
}

export const lookup = new Lookup();
