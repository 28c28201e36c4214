import Clock from 'lucide-react/icons/clock'
import { useEffect, useState } from 'react'
import { DAY_MS, MINUTE_MS } from '#domain/calendar.ts'
import { cx } from './cx.ts'
import { moment, timeLeft } from './format.ts'

interface CountdownProps {
  /** Instant on the wire. */
  endsAt: string
  /** The server's time when it answered: the phone's own clock is never asked. */
  now: string
  /** Also say the moment: "closes Sat 14 Mar, 5 pm". */
  showMoment?: boolean
}

/** "2 days left", by the server's clock, renewed each minute. Urgent in the last day. */
export function Countdown({ endsAt, now, showMoment = false }: CountdownProps) {
  const current = useServerTime(now)
  const leftMs = Date.parse(endsAt) - current
  const urgent = leftMs > 0 && leftMs <= DAY_MS
  return (
    <p className={cx('flex items-center gap-1.5 text-14 font-semibold', urgent ? 'text-pepper' : 'text-soft')}>
      <Clock aria-hidden size={16} className="shrink-0" />
      <time dateTime={endsAt}>
        {timeLeft(endsAt, new Date(current))}
        {showMoment && `${leftMs > 0 ? ' · closes' : ' · closed'} ${moment(endsAt)}`}
      </time>
    </p>
  )
}

/** Milliseconds since 1970 at the server: what it said, plus what has passed here since. */
function useServerTime(now: string): number {
  const [passedMs, setPassedMs] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer of the server starts a new count.
  useEffect(() => {
    const start = Date.now()
    const tick = () => setPassedMs(Date.now() - start)
    const timer = setInterval(tick, MINUTE_MS)
    // A phone sleeps; its timers do too. Coming back to the page counts at once.
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [now])
  return Date.parse(now) + passedMs
}
