import { useLingui } from '@lingui/react'
import Clock from 'lucide-react/icons/clock'
import { useEffect, useRef, useState } from 'react'
import { DAY_MS, MINUTE_MS } from '#domain/calendar.ts'
import { cx } from './cx.ts'
import { moment, timeLeft } from './format.ts'
import { useHydrated } from './hydrated.ts'

interface CountdownProps {
  /** An instant as on the wire. */
  endsAt: string
  /** The server's time when it answered; the phone's clock is never used. */
  now: string
  /** Also show the time: "closes Sat 14 Mar, 5 pm". */
  showMoment?: boolean
  /** What is said of the time, as texts with a place for it: before and after it. */
  words?: readonly [before: string, after: string]
}

/** "2 days left", by the server's clock, updated every minute. Urgent on the last day. */
export function Countdown({ endsAt, now, showMoment = false, words = CLOSING }: CountdownProps) {
  const { i18n } = useLingui()
  const current = useServerTime(now)
  const leftMs = Date.parse(endsAt) - current
  const urgent = leftMs > 0 && leftMs <= DAY_MS
  return (
    <p className={cx('flex items-center gap-1.5 text-14 font-semibold', urgent ? 'text-pepper' : 'text-soft')}>
      <Clock aria-hidden size={16} className="shrink-0" />
      <time dateTime={endsAt}>
        {timeLeft(i18n, endsAt, new Date(current))}
        {showMoment && ` · ${i18n.t(leftMs > 0 ? words[0] : words[1], { moment: moment(endsAt) })}`}
      </time>
    </p>
  )
}

const CLOSING = [/*i18n*/ 'closes {moment}', /*i18n*/ 'closed {moment}'] as const

/** The server's time in milliseconds since 1970: what it said, plus the time passed here since. */
function useServerTime(now: string): number {
  const [passedMs, setPassedMs] = useState(0)
  const hydrated = useHydrated()
  const cameWithDocument = useRef(hydrated ? null : now)
  useEffect(() => {
    const start = cameWithDocument.current === now ? documentReadAt() : Date.now()
    const tick = () => setPassedMs(Date.now() - start)
    const timer = setInterval(tick, MINUTE_MS)
    // A sleeping phone's timers sleep too, so returning to the page updates at once.
    document.addEventListener('visibilitychange', tick)
    if (Date.now() - start >= MINUTE_MS) tick()
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [now])
  return Date.parse(now) + passedMs
}

/** In milliseconds since 1970. The page's scripts may have come much later than the page. */
function documentReadAt(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return performance.timeOrigin + (navigation?.responseStart ?? 0)
}
