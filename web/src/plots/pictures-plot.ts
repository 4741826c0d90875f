import { html, isServer, svg, type TemplateResult } from 'lit';
import { writeStill } from './paint.ts';
import { Plot, type Step } from './plot.ts';

/** A square of pixels, line by line from the top left: red, green and blue of each, from 0 to 1. */
interface Pixels {
  side: number;
  values: ArrayLike<number>;
}

export interface PictureTile {
  /** Stands above it. */
  name: string;
  /** Instead, where a picture is small. */
  short: string;
  /** Stands below it. */
  note: string;
  /** Null as long as there is none. */
  picture: Pixels | null;
  /** It stands out from the others. */
  isBest: boolean;
}

const gap = 14;
const nameHeight = 22;
const noteHeight = 22;
/** A name has to fit above its picture. */
const roomFor = { name: 112, short: 84 };
const maxColumns = 3;

/**
 * Pictures beside and below each other, each with a name and a note.
 *
 * `tiles` and `describe` (a tile in words) are properties.
 */
export class PosencPicturesPlot extends Plot<number> {
  static override properties = {
    tiles: { attribute: false },
  };

  declare tiles: readonly PictureTile[];

  constructor() {
    super();
    this.tiles = [];
  }

  private get layout() {
    const fitting = (room: number) => Math.floor((this.width + gap) / (room + gap));
    // In one line, or in lines of a few.
    const isOneLine = fitting(roomFor.name) >= this.tiles.length;
    const most = isOneLine ? this.tiles.length : maxColumns;
    const columns = Math.max(1, Math.min(most, fitting(roomFor.short)));
    const side = Math.floor((this.width - gap * (columns - 1)) / columns);
    return { columns, side, down: side + nameHeight + noteHeight + gap / 2 };
  }

  private corner(tile: number) {
    const { columns, side, down } = this.layout;
    return {
      x: (tile % columns) * (side + gap),
      y: Math.floor(tile / columns) * down + nameHeight,
    };
  }

  protected override placeAt(x: number, y: number): number | null {
    const { side } = this.layout;
    const found = this.tiles.findIndex((_, n) => {
      const corner = this.corner(n);
      return x >= corner.x && x < corner.x + side && y >= corner.y && y < corner.y + side;
    });
    return found === -1 ? null : found;
  }

  protected override placeAfter(place: number | null, { across, down }: Step): number {
    if (place === null) return 0;
    const next = place + across + this.layout.columns * down;
    return Math.max(0, Math.min(this.tiles.length - 1, next));
  }

  protected override holds(place: number): boolean {
    return place < this.tiles.length;
  }

  private tile({ name, short, note, picture, isBest }: PictureTile, n: number): TemplateResult {
    const { x, y } = this.corner(n);
    const { side } = this.layout;
    const frame = (kind: string, by: number) =>
      svg`<rect class=${kind} x=${-by} y=${-by} width=${side + 2 * by} height=${side + 2 * by} />`;
    return svg`<g transform=${`translate(${x} ${y})`}>
      <text class="name" x="0" y="-7">${side < roomFor.name ? short : name}</text>
      ${
        picture
          ? svg`<image width=${side} height=${side} image-rendering="pixelated" href=${addressOf(picture)} />`
          : svg`<path class="hatch" d=${`M0,${side}L${side},0`} />`
      }
      ${frame('frame', 0.5)} ${isBest ? frame('cursor', 2) : ''}
      ${this.place === n ? [frame('cursor halo', 3), frame('cursor', 3)] : ''}
      <text class="name" x="0" y=${side + 16}>${note}</text>
    </g>`;
  }

  protected override picture(): TemplateResult {
    const { columns, down } = this.layout;
    return html`<svg
      class="square"
      width=${this.width}
      height=${Math.ceil(this.tiles.length / columns) * down}
      aria-hidden="true"
    >
      ${this.tiles.map((one, n) => this.tile(one, n))}
    </svg>`;
  }
}

const addresses = new WeakMap<Pixels, string>();

function addressOf(picture: Pixels): string {
  const known = addresses.get(picture);
  if (known !== undefined) return known;
  const bytes = bytesOf(picture);
  const address = isServer
    ? writeStill(bytes, picture.side, picture.side)
    : drawn(bytes, picture.side);
  addresses.set(picture, address);
  return address;
}

/** As canvases have them. The array rounds what it gets, and keeps it from 0 to 255. */
function bytesOf({ side, values }: Pixels): Uint8ClampedArray<ArrayBuffer> {
  const bytes = new Uint8ClampedArray(4 * side * side).fill(255);
  for (let n = 0; n < values.length; n++) {
    bytes[n + Math.floor(n / 3)] = 255 * (values[n] ?? 0);
  }
  return bytes;
}

function drawn(bytes: Uint8ClampedArray<ArrayBuffer>, side: number): string {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  canvas.getContext('2d')?.putImageData(new ImageData(bytes, side), 0, 0);
  return canvas.toDataURL();
}

customElements.define('posenc-pictures-plot', PosencPicturesPlot);
