import { hoursToNotify } from '#domain/data-protection/requests.ts'
import { Badge } from '#web/ui/badge.tsx'
import { datedMoment, plural } from '#web/ui/format.ts'
import type { DataIncident } from './queries.ts'

interface NoticeClockProps {
  incident: Pick<DataIncident, 'discovered_at' | 'commission_notified_at' | 'closed_at'>
  now: string
}

/** The hours left to tell the commission, or when it was told. */
export function NoticeClock({ incident, now }: NoticeClockProps) {
  const { commission_notified_at: notified, closed_at: closed } = incident
  if (notified) return <>Told {datedMoment(notified)}</>
  if (closed) return <>Not told</>
  const hours = hoursToNotify(new Date(incident.discovered_at), new Date(now))
  return hours < 0 ? (
    <Badge tone="urgent">{plural(-hours, 'hour')} too late</Badge>
  ) : (
    <Badge tone={hours <= 24 ? 'urgent' : 'warm'}>{plural(hours, 'hour')} left</Badge>
  )
}
