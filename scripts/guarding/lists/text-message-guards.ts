import type { Guard } from '../guard.ts'

const RULES = 'database/text-messages/rules.sql'
const GUARDS_FILE = 'database/text-messages/guards.sql'
const SENDING = 'server/text-messages/sending.test.ts'
const CHOOSING = 'server/text-messages/choosing.test.ts'

/** Messages by SMS and WhatsApp: what they may cost, and who agreed to them. */
export const TEXT_MESSAGE_GUARDS: readonly Guard[] = [
  {
    name: 'text messages stop at the ceiling of the day',
    file: RULES,
    text: 'elsif public.text_cost_today() + cost > ceiling then',
    broken: 'elsif public.text_cost_today() > ceiling then',
    tests: [SENDING],
  },
  {
    name: 'processes that claim text messages count what others have claimed',
    file: RULES,
    text: "perform pg_advisory_xact_lock(hashtextextended('text-messages', 0));",
    broken: 'perform 1;',
    tests: [SENDING],
  },
  {
    name: 'one person gets a limited number of text messages in a day',
    file: RULES,
    text: ">= public.whole_setting('text_messages_a_day_each')",
    broken: '>= 1000000',
    tests: [SENDING],
  },
  {
    name: 'a text message that may have been sent is not sent again',
    file: RULES,
    text: "update public.text_messages t set status = 'unknown', reason = 'The server stopped while sending'",
    broken: "update public.text_messages t set status = 'waiting', reason = 'The server stopped while sending'",
    tests: [SENDING],
  },
  {
    name: 'a text message that may have been sent counts as spent',
    file: RULES,
    text: "cost_kobo = case when outcome in ('sent', 'unknown') then",
    broken: "cost_kobo = case when outcome in ('sent') then",
    tests: [SENDING],
  },
  {
    name: 'texts need the consent of the person',
    file: 'server/notices/write-text-messages.ts',
    text: 'join public.text_consents c on c.person_id = m.person and c.ended_at is null',
    broken: "cross join (values ('sms')) c (channel)",
    tests: [SENDING],
  },
  {
    name: 'a consent to texts is for the confirmed number',
    file: GUARDS_FILE,
    text: 'if not exists (select from rights.confirmed_addresses(new.person_id) u where u.phone = new.phone) then',
    broken: 'if false then',
    tests: [CHOOSING],
  },
  {
    name: 'an ended consent to texts stays as it was',
    file: GUARDS_FILE,
    text: 'if old.ended_at is not null or (new.person_id',
    broken: 'if false and (new.person_id',
    tests: [CHOOSING],
  },
  {
    name: 'a STOP that comes twice does not end a later consent',
    file: RULES,
    text: 'and c.given_at < least(stop_at, clock_timestamp()) returning 1)',
    broken: 'returning 1)',
    tests: [CHOOSING],
  },
  {
    name: 'text messages are read by chiefs alone',
    file: 'database/text-messages/rights.sql',
    text: "for select to authenticated using ((select rights.has_role('chief')));",
    broken: 'for select to authenticated using (true);',
    tests: [CHOOSING],
  },
  {
    name: 'a template keeps the placeholders that its mail is for',
    file: 'database/content/guards.sql',
    text: "raise exception 'This mail needs the placeholder {{%}}.', wrong using errcode = 'PT400';",
    broken: 'return new;',
    tests: ['server/mails/templates.test.ts'],
  },
  {
    name: 'a test of a template goes to a chief alone',
    file: 'server/mails/send-test-mail.ts',
    text: " and p.role = 'chief'",
    broken: '',
    tests: ['server/mails/templates.test.ts'],
  },
  {
    name: 'a test of a template is checked like the template',
    file: 'server/mails/send-test-mail.ts',
    text: "if (fault) return refuse('invalid_input', { message: fault })",
    broken: 'if (!fault && false) return refuse("invalid_input")',
    tests: ['server/mails/templates.test.ts'],
  },
  {
    name: 'figures of the market are for chiefs',
    file: 'database/overview/rules.sql',
    text: "select from (select 1) one where (select rights.has_role('chief')) and not (select rights.owes_second_step()) and until - since between 0 and 800\n  ), shops as materialized",
    broken: 'select from (select 1) one\n  ), shops as materialized',
    tests: ['database/tests/money/market-days.test.ts'],
  },
  {
    name: 'late refunds are listed for chiefs',
    file: 'database/payments/views.sql',
    text: "where (select rights.has_role('chief')) and not (select rights.owes_second_step())\n  and (f.status in ('needs_attention'",
    broken: "where (f.status in ('needs_attention'",
    tests: ['database/tests/money/late-refunds.test.ts'],
  },
]
