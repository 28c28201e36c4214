import mustache from 'mustache'
import type pg from 'pg'
import { backdateMoves } from './history/backdate.ts'
import { demoId, personId } from './ids.ts'
import { after } from './lagos-time.ts'
import { type Person, REGIONS, VERIFIED, VERIFIED_AFTER_HOURS } from './people.ts'
import { insertRows, type SeedRow } from './rows.ts'
import { lastDecision, VENDORS } from './vendors.ts'

/** Audit log entries of staff, as their commands write them. */
export async function insertAudit(client: pg.ClientBase, people: readonly Person[], now: Date): Promise<void> {
  const act = (actor: string | null, at: Date, action: string, rest: SeedRow) => ({
    actor_id: actor && personId(actor),
    action,
    subject_type: 'profile',
    subject_id: null,
    before: null,
    after: null,
    ...rest,
    at,
  })
  const opened = people.find(({ key }) => key === 'chief')?.joinedAt ?? now
  const rows = [
    // The operator, who has no profile, grants the roles of the first chief and content staff.
    ...['chief', 'administrator', 'supervisor'].map((key, index) =>
      act(null, after(opened, 8 + index * 0.1), 'role.grant', roleChange(key, key)),
    ),
    ...['coordinator', ...Object.keys(REGIONS)].map((key, index) =>
      act('chief', after(opened, 9 + index * 0.2), 'role.set', roleChange(key, key.replace(/\d/, ''))),
    ),
    ...Object.entries(REGIONS).map(([key, states], index) =>
      act('coordinator', after(opened, 12 + index * 0.3), 'region.assign', {
        subject_id: personId(key),
        before: { states: [] },
        after: { states },
      }),
    ),
    ...people
      .filter(({ key }) => VERIFIED.includes(key))
      .map(({ id, joinedAt }) =>
        act('chief', after(joinedAt, VERIFIED_AFTER_HOURS), 'account.verify', {
          subject_id: id,
          before: { verified: false },
          after: { verified: true },
        }),
      ),
    ...VENDORS.flatMap((vendor, index) => {
      const decision = lastDecision(vendor)
      if (!decision) return []
      const subject = { subject_type: 'vendor', subject_id: vendor.id }
      const approved = {
        ...subject,
        before: { status: 'pending' },
        after: { status: 'active', note: 'Papers seen, stall visited.' },
      }
      const suspended = {
        ...subject,
        before: { status: 'active' },
        after: { status: 'suspended', note: decision.note },
      }
      return [
        act(decision.manager, after(now, -24 * (206 - index * 3) + 26), 'vendor.approve', approved),
        ...(vendor.status === 'suspended'
          ? [act(decision.manager, after(now, -9 * 24), 'vendor.suspend', suspended)]
          : []),
      ]
    }),
  ]
  await insertRows(
    client,
    'public.audit_log',
    rows.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  )
}

function roleChange(key: string, role: string): SeedRow {
  return { subject_id: personId(key), before: { role: 'customer' }, after: { role } }
}

/** Log entries of the welcome mails to buyers, rendered from the template. */
export async function insertWelcomeMails(
  client: pg.ClientBase,
  people: readonly Person[],
  siteUrl: string,
): Promise<void> {
  const { rows } = await client.query<{ id: string; subject: string; content: string }>(
    "select id, subject, content from public.email_templates where type = 'welcome'",
  )
  const template = rows[0]
  if (!template) return
  const steps = [
    { text: 'See what is being bought together', path: '/group-buys' },
    { text: 'Browse deals', path: '/products' },
    { text: 'How it works', path: '/faq' },
  ]
  const plain = (text: string, view: SeedRow) => mustache.render(text, view, {}, { escape: String })
  const buyers = people.filter(({ role }) => role === 'customer')
  const { rows: profiles } = await client.query<{ id: string; referral_code: string | null }>(
    'select id, referral_code from public.profiles',
  )
  const codes = new Map(profiles.map((profile) => [profile.id, profile.referral_code]))
  const mails = buyers.map((person) => ({ person, id: demoId('welcome mail', person.key) }))
  await insertRows(
    client,
    'public.email_logs',
    mails.map(({ person, id }) => {
      const metadata = { steps, referral_code: codes.get(person.id) ?? '' }
      const view = { full_name: person.name, base_url: siteUrl, ...metadata }
      return {
        id,
        user_id: person.id,
        template_id: template.id,
        recipient_email: `${person.key}@ajoja.test`,
        subject: plain(template.subject, view),
        content: plain(template.content, view),
        kind: 'welcome',
        metadata,
        created_at: after(person.joinedAt, 0.11),
      }
    }),
  )
  const sent = mails.map(({ person, id }) => ({ id, to: 'sent', at: after(person.joinedAt, 0.12) }))
  await client.query(
    `update public.email_logs l set status = 'sent', sent_at = s.at from jsonb_to_recordset($1::jsonb) as s (id uuid, at timestamptz) where l.id = s.id`,
    [JSON.stringify(sent)],
  )
  await backdateMoves(client, [
    ...mails.map(({ person, id }) => ({ id, to: 'pending', at: after(person.joinedAt, 0.11) })),
    ...sent,
  ])
}
