/** Records what a response depends on while it is made; called before each read. */
export interface DependencyRecorder {
  /** Records a table, view or function, by its name with the schema. */
  record(name: string): void
  /** Excludes the response from the cache: it depends on the caller, or a part of it couldn't be read. */
  markUncacheable(): void
}

const recorders = new WeakMap<Request, DependencyRecorder>()

/** Records all reads for this request from now on. */
export const recordDependencies = (request: Request, recorder: DependencyRecorder) =>
  void recorders.set(request, recorder)

/** The recorder of a request; undefined if its response won't be cached. */
export const recorderOf = (request: Request): DependencyRecorder | undefined => recorders.get(request)

/** Shares the recorder of a request with one that this process makes for it. */
export function shareRecorder(outer: Request, inner: Request): void {
  const recorder = recorders.get(outer)
  if (recorder) recorders.set(inner, recorder)
}
