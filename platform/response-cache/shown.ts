/** What an answer that is being made shows: noted by whoever reads it, before it is read. */
export interface Shown {
  /** A table, view or function is about to be read, under its name with the schema. */
  note(name: string): void
  /** The answer may not be kept: it depends on who asks, or a part of it could not be read. */
  spoil(): void
}

const open = new WeakMap<Request, Shown>()

/** From now on what is read for this request is noted there. */
export const watchShown = (request: Request, shown: Shown) => void open.set(request, shown)

/** Where to note what is read for a request; undefined when nobody thinks of keeping its answer. */
export const shownBy = (request: Request): Shown | undefined => open.get(request)

/** A request of this process for another one's answer: what it reads is shown there too. */
export function passShown(outer: Request, inner: Request): void {
  const shown = open.get(outer)
  if (shown) open.set(inner, shown)
}
