import { useLingui } from '@lingui/react'
import { cx } from '#web/ui/cx.ts'
import { day, moment } from '#web/ui/format.ts'
import type { TimelineEntry } from './timeline-entries.ts'

/** Each step with its time. The newest one is the order's current state; a hollow one is in the future. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const { i18n } = useLingui()
  if (entries.length === 0) return null
  const current = entries.findLastIndex(({ ahead }) => !ahead)
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-3 text-22">
        {i18n.t('What happened')}
      </h2>
      <ol>
        {entries.map(({ key, title, at, detail, ahead }, index) => (
          <li
            key={key}
            className="relative flex gap-3 pb-4 last:pb-0"
            aria-current={index === current ? 'step' : undefined}
          >
            {index < entries.length - 1 && (
              <span aria-hidden className="absolute top-4 bottom-0 left-[7px] w-0.5 bg-grain" />
            )}
            <span
              aria-hidden
              className={cx(
                'mt-1 size-4 shrink-0 rounded-chip border-2',
                ahead ? 'border-grain bg-card' : 'border-leaf',
                !ahead && (index === current ? 'bg-leaf' : 'bg-card'),
              )}
            />
            <div className="min-w-0">
              <p className={cx(index === current && 'font-bold', ahead && 'text-soft')}>
                {ahead ? i18n.t('Next: {step}', { step: title }) : title}
              </p>
              <p className="text-14 break-words text-soft">
                <time dateTime={at}>{at.length === 10 ? day(at) : moment(at)}</time>
                {detail && `, ${detail}`}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
