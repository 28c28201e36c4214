import type { I18n } from '@lingui/core'

/** One of two texts: for one thing, and for any other number of them. Both are marked where they stand, with `/*i18n*\/`. */
export function counted(
  i18n: I18n,
  count: number,
  { one, many, ...values }: { one: string; many: string } & Record<string, string | number>,
): string {
  return i18n.t(count === 1 ? one : many, { count, ...values })
}
