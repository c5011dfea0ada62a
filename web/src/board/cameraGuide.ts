/** Leads the eye where the whole map is too small for a finger: it begins near, and goes to where something matters. */
import type { Area, Camera } from "./camera.svelte";
import type { Point } from "./neighbour";

/** The table whose map somebody wants to see as a whole; that lasts for its game, also if the page is loaded again. */
const PLACE = "elbowroom.whole";

export class CameraGuide {
  private readonly camera: Camera;
  private readonly table: string;
  private readonly areas: () => ReadonlyMap<number, Area>;
  /** How near one looks if nobody chose otherwise. */
  private nearness = 1;
  /** What was looked at last: why, which regions, and whose middle if they are too many. */
  private about = "";
  private wanted: readonly number[] = [];
  private home: readonly number[] = [];
  /** Whether a hand has moved the map since. */
  private isHeld = false;
  /** Whether the whole map is shown because nothing on it matters more than the rest. */
  private isAbove = false;

  /** Where the regions lie is asked only where that matters. */
  constructor(camera: Camera, table: string, areas: () => ReadonlyMap<number, Area>) {
    this.camera = camera;
    this.table = table;
    this.areas = areas;
  }

  /** The map is as large as it is now: look at it from so near, or as much nearer as somebody chose before. */
  fit(nearness: number): void {
    const { camera } = this;
    if (camera.isNear) camera.zoom(nearness / this.nearness);
    else if (nearness > 1 && !this.isAbove && !isWhole(this.table)) camera.zoom(nearness);
    this.nearness = nearness;
    camera.move(0, 0);
    if (!this.isHeld) this.show(this.wanted, this.home);
    camera.isGliding = false;
  }

  /** A hand has moved the map; until something else matters it stays where it was put. */
  hold(): void {
    this.camera.isGliding = false;
    this.isHeld = true;
    if (this.camera.isNear) this.isAbove = false;
    // The whole map that was shown unasked is no wish.
    if (this.nearness > 1 && !this.isAbove) wantWhole(this.table, !this.camera.isNear);
  }

  /** What matters now is the whole map, as for somebody who chooses a combo. */
  rise(about: string): void {
    if (about === this.about) return;
    const { camera } = this;
    [this.about, this.wanted, this.home, this.isHeld] = [about, [], [], false];
    const isLed = this.nearness > 1;
    // Somebody chose the whole map, or to look nearer than needed.
    if (isLed !== camera.isNear) return;
    // If the size of the map is not known yet, it will not begin near.
    this.isAbove = true;
    if (!isLed) return;
    camera.isGliding = true;
    camera.zoom(1 / camera.scale);
  }

  /** Come back from the whole map, unless somebody wished for it. */
  private descend(): void {
    if (!this.isAbove) return;
    this.isAbove = false;
    if (!this.camera.isNear && !isWhole(this.table)) this.camera.zoom(this.nearness);
  }

  /** Go nearer; from the whole map, as near as a finger needs and to where something matters. */
  approach(factor: number): void {
    const isFar = !this.camera.isNear && this.nearness > 1;
    this.camera.zoom(isFar ? this.nearness : factor);
    if (isFar) this.show(this.wanted, this.home);
    this.hold();
  }

  /** Something matters in these regions: see all of them or, if they are too many, the middle of one's home. */
  look(about: string, wanted: readonly number[], home: readonly number[] = []): void {
    const isNew = about !== this.about;
    if (isNew) {
      this.isHeld = false;
      this.descend();
    }
    [this.about, this.wanted, this.home] = [about, wanted, home];
    if (this.isHeld || !this.isLeading(wanted)) return;
    const areas = this.areasOf(wanted);
    if (isNew) this.stepBack(areas);
    const isLost = !areas.some((area) => this.camera.sees(area));
    // Between the steps of one decision the map does not wander more than it must.
    if (isNew || isLost || this.camera.fits(around(areas))) this.show(wanted, home);
  }

  /** See these regions now, whatever else was looked at. */
  show(wanted: readonly number[], home: readonly number[] = []): void {
    if (!this.isLeading(wanted)) return;
    const { camera } = this;
    const [areas, own] = [this.areasOf(wanted), this.areasOf(home)];
    camera.isGliding = true;
    if (camera.fits(around(areas))) camera.bring(around(areas));
    else camera.centre(own.length > 0 ? around(own) : this.crowd(areas));
  }

  private isLeading(wanted: readonly number[]): boolean {
    return this.nearness > 1 && this.camera.isNear && this.areasOf(wanted).length > 0;
  }

  private areasOf(regions: readonly number[]): Area[] {
    const areas = this.areas();
    return regions.flatMap((region) => areas.get(region) ?? []);
  }

  /** Somebody looked closely at something; what matters now may need more room. */
  private stepBack(areas: readonly Area[]): void {
    const { camera, nearness } = this;
    if (camera.scale > nearness && !camera.fits(around(areas))) camera.zoom(nearness / camera.scale);
  }

  /** The one that has most of the others about it. */
  private crowd(areas: readonly Area[]): Area {
    const { width, height, unit } = this.camera;
    const company = (area: Area): number =>
      areas.filter((other) => {
        const [one, two] = [middleOf(area), middleOf(other)];
        return Math.abs(one.x - two.x) * unit < width / 2 && Math.abs(one.y - two.y) * unit < height / 2;
      }).length;
    return areas.reduce((best, area) => (company(area) > company(best) ? area : best));
  }
}

/** What holds all of these. */
export function around(areas: readonly Area[]): Area {
  const x = Math.min(...areas.map((area) => area.x));
  const y = Math.min(...areas.map((area) => area.y));
  const width = Math.max(...areas.map((area) => area.x + area.width)) - x;
  const height = Math.max(...areas.map((area) => area.y + area.height)) - y;
  return { x, y, width, height };
}

function middleOf({ x, y, width, height }: Area): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

function isWhole(table: string): boolean {
  try {
    return sessionStorage.getItem(PLACE) === table;
  } catch {
    return false;
  }
}

function wantWhole(table: string, isWanted: boolean): void {
  try {
    if (isWanted) sessionStorage.setItem(PLACE, table);
    else if (isWhole(table)) sessionStorage.removeItem(PLACE);
  } catch {
    // Who keeps nothing is asked again.
  }
}
