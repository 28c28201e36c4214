import { useLingui } from '@lingui/react'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { RecordSection } from '#web/desk/records/record-screen.tsx'
import { deviceName } from '#web/session/device-name.ts'
import { datedMoment } from '#web/ui/format.ts'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import type { PersonParts } from './person-queries.ts'

export function Devices({ devices }: { devices: PersonParts['devices'] }) {
  const { i18n } = useLingui()
  return (
    <RecordSection id="devices" title="Devices">
      {devices.length === 0 && <p className="text-soft">Signed in nowhere.</p>}
      <ul className="divide-y divide-grain border-y border-grain empty:hidden">
        {devices.map(({ user_agent: agent, signed_in_at: since, last_used_at: used, has_second_step: second }) => (
          <li key={`${since}-${used}`} className="py-2">
            {deviceName(i18n, agent)}
            {second && ', with second step'}
            <span className="block text-14 text-soft">Last used {datedMoment(used)}</span>
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}

/** Goods that they did not collect in time. */
export function MissedCollections({ missed }: { missed: PersonParts['missed'] }) {
  if (missed.length === 0) return null
  return (
    <RecordSection id="missed" title="Not collected in time">
      <ul className="divide-y divide-grain border-y border-grain">
        {missed.map(({ order_id: id, order, due_until: due, closed_at: closed }) => (
          <li key={id} className="py-2">
            <RecordLink kind="order" id={id}>
              Order {order?.order_no ?? ''}
            </RecordLink>
            <span className="block text-14 text-soft">
              To be collected by {datedMoment(due)}, {closed ? `settled ${datedMoment(closed)}` : 'still open'}
            </span>
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}

type SentRow = PersonParts['notices'][number]

const CHANNELS: Record<string, string> = { sms: 'SMS', whatsapp: 'WhatsApp' }

const SENT_COLUMNS: Column<SentRow>[] = [
  { header: 'When', cell: ({ at }) => <span className="whitespace-nowrap">{datedMoment(at)}</span> },
  { header: 'Subject', heading: true, cell: ({ subject }) => <span className="break-words">{subject}</span> },
  { header: 'By', cell: ({ channel }) => CHANNELS[channel] ?? channel },
  { header: 'Status', cell: ({ status }) => status },
]

/** Subjects and times of what they were told; contents are private. */
export function SentToThem({ notices }: { notices: PersonParts['notices'] }) {
  return (
    <RecordSection id="sent" title="Notices and mails">
      <Table
        stacked
        caption="Newest notices and mails"
        columns={SENT_COLUMNS}
        rows={notices}
        rowKey={({ channel, at, subject }) => `${channel} ${at} ${subject}`}
        empty={<p className="text-soft">They have been told nothing lately.</p>}
      />
    </RecordSection>
  )
}
