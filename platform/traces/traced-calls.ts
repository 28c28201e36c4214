import { inSpan } from './spans.ts'

/** The same object, whose methods of these names are spans. What they are given and answer stays out of them. */
export function tracedCalls<Of extends object>(
  of: Of,
  { system, calls }: { system: string; calls: readonly (keyof Of & string)[] },
): Of {
  const traced = calls.map((call) => {
    const method = of[call] as (...given: unknown[]) => Promise<unknown>
    return [
      call,
      (...given: unknown[]) => inSpan(`${system} ${call}`, { kind: 'client' }, () => method.apply(of, given)),
    ]
  })
  return { ...of, ...Object.fromEntries(traced) }
}
