import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type BadgeTone = 'plain' | 'good' | 'warm' | 'urgent' | 'info'

const TONES: Record<BadgeTone, string> = {
  plain: 'bg-grain-wash text-ink',
  good: 'bg-leaf-wash text-leaf',
  warm: 'bg-oil text-on-oil',
  urgent: 'bg-pepper-wash text-pepper',
  info: 'bg-adire-wash text-adire',
}

/** A short state in words; the colour only repeats the word. */
export function Badge({ tone = 'plain', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 rounded-[5px] px-2 py-0.5 text-14 font-semibold whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  )
}
