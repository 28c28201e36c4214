import { currentWork, during, newWorkId, type Work } from './work.ts'

type Attributes = Record<string, string | number | boolean>

export interface SpanAbout {
  /** Who is on the other side: a caller of ours, or one that we call. By default nobody. */
  kind?: 'server' | 'client'
  /** Names and counts; never what somebody has sent or is shown. */
  attributes?: Attributes
}

interface OpenSpan {
  set(attributes: Attributes): void
  /** With the reason if what it stands for failed. */
  end(error?: unknown): void
}

/** Keeps spans, if the operator wants any (`open-traces.ts`). */
export interface Tracer {
  /** As part of what a work stands in: its own span, else the one that its caller told. */
  open(name: string, about: SpanAbout, within: Work | undefined): OpenSpan & Pick<Work, 'span' | 'trace'>
}

let tracer: Tracer | undefined

/** From now on spans are kept. Without it, opening one costs a look at a variable. */
export const keepSpans = (kept: Tracer | undefined): void => {
  tracer = kept
}

/** A span for something that others do meanwhile; undefined if none are kept. */
export const openSpan = (name: string, about: SpanAbout): OpenSpan | undefined =>
  tracer?.open(name, about, currentWork())

/** Does something as a span of its own; what is begun on the way lies within it. */
export async function inSpan<T>(name: string, about: SpanAbout, act: (span?: OpenSpan) => Promise<T>): Promise<T> {
  if (!tracer) return act()
  const within = currentWork()
  const { span, trace, ...open } = tracer.open(name, about, within)
  const work: Work = { id: newWorkId(), ...within, span, ...(trace !== undefined && { trace }) }
  try {
    const result = await during(work, () => act(open))
    open.end()
    return result
  } catch (error) {
    open.end(error)
    throw error
  }
}
