// What the report's script and the page share.
declare module "*/numbers.js" {
  /** A chance from 0 to 1: "12.5%", "1 in 3,300,000". */
  export function chance(p: number, isCertain?: boolean): string;
  /** A difference with its sign and, of chances, its unit: "+1.7 pp". */
  export function change(by: number, isChance: boolean): string;
}
declare module "*/parting.js" {
  /** Two handles that part a distribution in three, to stand below its picture; nothing where it is none. `chanceText` words a chance. */
  export function parting(svg: Element, name: string, chanceText: (share: number) => string): HTMLElement | null;
}
