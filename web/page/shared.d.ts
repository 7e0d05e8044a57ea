// The functions that the report's script and the page share.
declare module "*/numbers.js" {
  /** Formats a chance from 0 to 1: "12.5%", "1 in 3,300,000". */
  export function chance(p: number, isCertain?: boolean): string;
  /** Formats a difference with its sign. For chances the unit is added: "+1.7 pp". */
  export function change(by: number, isChance: boolean): string;
}
declare module "*/parting.js" {
  /**
   * Returns two handles that divide a distribution into three parts, which are placed below its
   * picture; null if it is not a distribution. `chanceText` formats a chance.
   */
  export function parting(svg: Element, name: string, chanceText: (share: number) => string): HTMLElement | null;
}
