// What the report's script and the page share.
declare module "*/parting.js" {
  /** Two handles that part a distribution in three, to stand below its picture; nothing where it is none. `told` words a chance. */
  export function parting(svg: Element, name: string, told: (share: number) => string): HTMLElement | null;
}
