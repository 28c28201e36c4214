import type { Guard } from '../../guard.ts'

const BROADCASTS = 'server/group-buys/reach/message-group-buy.test.ts'
const EXTENSIONS = 'server/group-buys/reach/extend-group-buy.test.ts'
const TEMPLATES = 'database/tests/catalogue/buy-templates.test.ts'
const SQL = 'database/group-buys/guards.sql'

export const BROADCAST_GUARDS: readonly Guard[] = [
  {
    name: 'only its own shop and staff of its state write to a group buy',
    file: 'server/group-buys/reach/message-group-buy.ts',
    text: ' and (v.owner_id = $2 or rights.person_oversees($2, v.state))`',
    broken: ' and $2::uuid is not null`',
    tests: [BROADCASTS],
  },
  {
    name: 'the database takes broadcasts only from the active shop of the group buy',
    file: SQL,
    text: "where v.id = buy.vendor_id and v.status = 'active' and (v.owner_id = new.author_id or rights.person_oversees(new.author_id, v.state))) then",
    broken: 'where v.id = buy.vendor_id) then',
    tests: [BROADCASTS],
  },
  {
    name: 'staff do not write to a group buy in which they have a part',
    file: SQL,
    text: "if new.by_staff and public.has_part_in('buy', new.group_buy_id, new.author_id) then",
    broken: 'if false then',
    tests: ['server/group-buys/reach/staff-reach-group-buys.test.ts'],
  },
  {
    name: 'one message about a group buy in ten minutes',
    file: SQL,
    text: "b.created_at > new.created_at - interval '10 minutes') then",
    broken: 'false) then',
    tests: [BROADCASTS],
  },
  {
    name: 'three messages about a group buy in a day',
    file: SQL,
    text: "b.created_at > new.created_at - interval '24 hours') >= 3 then",
    broken: "b.created_at > new.created_at - interval '24 hours') >= 4 then",
    tests: [BROADCASTS],
  },
  {
    name: 'messages sent at once are counted one after another',
    file: 'server/group-buys/reach/message-group-buy.ts',
    text: 'await tx.query(`select pg_advisory_xact_lock(hashtextextended(',
    broken: 'await tx.query(`select length(concat(',
    tests: [BROADCASTS],
  },
  {
    name: 'people who cannot be told apart are not written to',
    file: SQL,
    text: 'if not public.has_audience(buy, new.audience) then',
    broken: 'if false then',
    tests: [BROADCASTS],
  },
  {
    name: 'the recipients of a message are not shown to each other',
    file: 'database/group-buys/rights.sql',
    text: 'create policy own_broadcasts on public.buy_broadcast_recipients for select to authenticated using (person_id = (select auth.uid()));',
    broken: 'create policy own_broadcasts on public.buy_broadcast_recipients for select to authenticated using (true);',
    tests: [BROADCASTS],
  },
  {
    name: 'a recipient is told once',
    file: 'server/group-buys/reach/notify-of-broadcast.ts',
    text: 'where r.broadcast_id = $1 and r.notified_at is null\n       order by r.person_id limit $3 for update skip locked)',
    broken: 'where r.broadcast_id = $1\n       order by r.person_id limit $3 for update skip locked)',
    tests: [BROADCASTS],
  },
  {
    name: 'a group buy is extended twice at most',
    file: SQL,
    text: 'if former >= 2 then',
    broken: 'if false then',
    tests: [EXTENSIONS],
  },
  {
    name: 'a group buy that the clock extended is not extended again',
    file: SQL,
    text: 'if former = 0 and buy.extended_at is not null then',
    broken: 'if false then',
    tests: [EXTENSIONS],
  },
  {
    name: 'an extension breaks no promised price',
    file: SQL,
    text: 'if public.has_late_promise(buy) then',
    broken: 'if false then',
    tests: [EXTENSIONS],
  },
  {
    name: 'a group buy that has ended is not extended',
    file: SQL,
    text: "if buy.status <> 'active' or buy.end_date <= new.created_at then",
    broken: 'if false then',
    tests: [EXTENSIONS],
  },
  {
    name: 'a group buy stays open for 90 days at most, with its extensions',
    file: SQL,
    text: "if new.end_date > buy.starts_at + interval '90 days' then",
    broken: 'if false then',
    tests: [EXTENSIONS],
  },
  {
    name: 'people may leave free after an extension',
    file: SQL,
    text: 'extended_at = new.created_at where id = new.group_buy_id;',
    broken: 'closed_at = null where id = new.group_buy_id;',
    tests: [EXTENSIONS],
  },
  {
    name: 'a shop has thirty templates at most',
    file: SQL,
    text: 't.vendor_id = new.vendor_id and t.id <> new.id) >= 30 then',
    broken: 't.vendor_id = new.vendor_id and t.id <> new.id) >= 31 then',
    tests: [TEMPLATES],
  },
  {
    name: 'a template names a group buy of its own shop',
    file: 'database/group-buys/rights.sql',
    text: 'create policy own_templates_add on public.buy_templates for insert to authenticated with check (vendor_id = (select rights.my_vendor_id()));',
    broken: 'create policy own_templates_add on public.buy_templates for insert to authenticated with check (true);',
    tests: [TEMPLATES],
  },
]
