import { Form } from 'react-router'
import { type RegionAudience, regionAudienceLabels } from '#domain/messages/region-notices.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { datedMoment, plural } from '#web/ui/format.ts'
import type { RegionNoticeRow } from './broadcast-queries.ts'

/** The notices with who wrote and approved them, how many people got them, and what can still be done. */
export function BroadcastLog({ rows, userId }: { rows: readonly RegionNoticeRow[]; userId: string | null }) {
  return (
    <ul className="grid max-w-measure divide-y divide-grain">
      {rows.map((row) => (
        <li key={row.id} className="grid gap-2 py-4">
          <h3 className="text-18 break-words">
            {row.title} <StatusOf status={row.status} />
          </h3>
          <p className="text-14 break-words text-soft">
            {row.author_name}, {datedMoment(row.created_at)}. {regionAudienceLabels[row.audience as RegionAudience]} in{' '}
            {row.states.join(', ')}
            {row.approver_name && `. Decided by ${row.approver_name}`}
          </p>
          <p className="break-words whitespace-pre-line">{row.body}</p>
          <p className="text-14">{progressText(row)}</p>
          <Acts row={row} isOwn={row.author_id === userId} />
        </li>
      ))}
    </ul>
  )
}

function progressText({ status, expected, recipients, delivered, starts_at: startsAt }: RegionNoticeRow): string {
  if (status === 'proposed') return `For ${plural(expected, 'person', 'people')}, once a second person approves it.`
  if (status === 'scheduled' && startsAt)
    return `For ${plural(expected, 'person', 'people')}, from ${datedMoment(startsAt)}.`
  if (status === 'sending' || status === 'sent')
    return `${plural(delivered, 'person was', 'people were')} told of ${Math.max(recipients, delivered)}.`
  return 'Nothing was sent.'
}

const STATUSES: Record<string, { label: string; tone: BadgeTone }> = {
  proposed: { label: 'Waits for a second person', tone: 'warm' },
  scheduled: { label: 'Starts soon', tone: 'info' },
  sending: { label: 'Being sent', tone: 'info' },
  sent: { label: 'Sent', tone: 'good' },
  withdrawn: { label: 'Withdrawn', tone: 'plain' },
  refused: { label: 'Refused', tone: 'plain' },
}

function StatusOf({ status }: { status: string }) {
  const { label, tone } = STATUSES[status] ?? { label: status, tone: 'plain' }
  return <Badge tone={tone}>{label}</Badge>
}

function Acts({ row: { id, status, title }, isOwn }: { row: RegionNoticeRow; isOwn: boolean }) {
  const acts = [
    ...(status === 'proposed' && !isOwn ? [{ intent: 'approve', text: 'Approve' }] : []),
    ...(status === 'proposed' && !isOwn ? [{ intent: 'refuse', text: 'Refuse' }] : []),
    ...(status === 'scheduled' || (status === 'proposed' && isOwn) ? [{ intent: 'withdraw', text: 'Withdraw' }] : []),
  ]
  if (acts.length === 0) return null
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap gap-3">
      <input type="hidden" name="id" value={id} />
      {acts.map(({ intent, text }) => (
        <Button key={intent} name="intent" value={intent} tone="plain">
          {text} <span className="sr-only">{title}</span>
        </Button>
      ))}
    </Form>
  )
}
