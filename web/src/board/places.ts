/** Where on the page something flies from and to, in pixels of the window. */
import type { Layout } from "../api/kinds";
import type { Point } from "./neighbour";
import type { Place } from "./plan";

export class Places {
  /** Pixels for each unit of the drawing. */
  readonly unit: number;
  private readonly matrix: DOMMatrix | null;
  private readonly box: DOMRect;
  private readonly layout: Layout;

  constructor(plane: SVGSVGElement, box: HTMLElement, layout: Layout) {
    this.matrix = plane.getScreenCTM();
    this.unit = this.matrix?.a ?? 1;
    this.box = box.getBoundingClientRect();
    this.layout = layout;
  }

  get middle(): Point {
    return { x: this.box.left + this.box.width / 2, y: this.box.top + this.box.height / 2 };
  }

  pointOf(place: Place): Point {
    switch (place.at) {
      case "region":
        return this.ofRegion(place.region);
      case "column":
        return this.ofElement(`[data-slot="${place.slot}"]`) ?? { x: this.box.left, y: this.box.top };
      case "hand":
        return this.ofElement(`[data-hand="${place.seat}"]`) ?? this.edge;
      case "purse":
        return this.ofElement(`[data-purse="${place.seat}"]`) ?? this.edge;
    }
  }

  radiusOf(region: number): number {
    return (this.layout.regions.find((drawn) => drawn.number === region)?.stack.radius ?? 29) * this.unit;
  }

  private ofRegion(region: number): Point {
    const { x, y } = this.layout.regions.find((drawn) => drawn.number === region)?.stack ?? { x: 0, y: 0 };
    const { a = 1, d = 1, e = 0, f = 0 } = this.matrix ?? {};
    return { x: a * x + e, y: d * y + f };
  }

  /** The smallest thing on the page that stands for the place and can be seen. */
  private ofElement(selector: string): Point | null {
    const seen = [...document.querySelectorAll(selector)]
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height, bottom, top, left, right }) => {
        return width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
      })
      .sort((one, other) => one.width * one.height - other.width * other.height)[0];
    return seen === undefined ? null : { x: seen.left + seen.width / 2, y: seen.top + seen.height / 2 };
  }

  /** Who is not on the screen sits below the board. */
  private get edge(): Point {
    return { x: this.box.left + this.box.width / 2, y: this.box.bottom };
  }
}
