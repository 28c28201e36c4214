import { inSpan } from './spans.ts'

/** Returns the object with the named methods wrapped in spans. Arguments and results are not recorded. */
export function tracedCalls<Target extends object>(
  target: Target,
  { system, calls }: { system: string; calls: readonly (keyof Target & string)[] },
): Target {
  const traced = calls.map((call) => {
    const method = target[call] as (...args: unknown[]) => Promise<unknown>
    return [
      call,
      (...args: unknown[]) => inSpan(`${system} ${call}`, { kind: 'client' }, () => method.apply(target, args)),
    ]
  })
  return { ...target, ...Object.fromEntries(traced) }
}
