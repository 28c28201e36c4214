import type { Guard } from './guard.ts'

const OWN_TEXTS = 'server/mails/own-texts/own-texts.test.ts'
const SQL = 'database/messages/guards.sql'
const STAFF = 'server/messages/write-to-person.test.ts'
const SUPPORT = 'server/messages/support/support.test.ts'
const REGION = 'server/messages/region/region-notices.test.ts'
const OWN_CASE = 'server/calls/own-case.test.ts'
const REPORTS = 'server/messages/reports/reports.test.ts'

export const MESSAGE_GUARDS: readonly Guard[] = [
  {
    name: 'staff begin conversations within their states only',
    file: SQL,
    text: 'if not rights.may_write_to(new.created_by, new.with_id, new.vendor_id) then',
    broken: 'if false then',
    tests: [STAFF],
  },
  {
    name: 'staff write about things of the other person only',
    file: SQL,
    text: 'if not rights.may_write_about(new.created_by, new.with_id, new.order_id, new.buy_id, new.claim_id) then',
    broken: 'if false then',
    tests: [STAFF],
  },
  {
    name: 'a former manager writes no more',
    file: SQL,
    text: "if conversation.kind = 'staff' and new.sender_id = conversation.created_by",
    broken: "if conversation.kind = 'none' and new.sender_id = conversation.created_by",
    tests: [STAFF],
  },
  {
    name: 'a support case is answered once at a time',
    file: SQL,
    text: "if new.kind = 'answer' and new.answer_no <> of_case.answers + 1 then",
    broken: 'if false then',
    tests: [SUPPORT],
  },
  {
    name: 'a support case is assigned to staff of its state',
    file: SQL,
    text: 'new.assigned_to is not null and not rights.answers_support(new.assigned_to, new.state) then',
    broken: 'false then',
    tests: [SUPPORT],
  },
  {
    name: 'notices go to states that their author looks after',
    file: SQL,
    text: 'if new.author_id is null or not public.oversees_all(new.author_id, new.states) then',
    broken: 'if false then',
    tests: [REGION],
  },
  {
    name: 'three notices to states in a day',
    file: SQL,
    text: "b.created_at > new.created_at - interval '24 hours') >= 3 then\n      raise exception 'Three notices",
    broken: "b.created_at > new.created_at - interval '24 hours') >= 4 then\n      raise exception 'Three notices",
    tests: [REGION],
  },
  {
    name: 'a notice to more than 1,000 people waits for a second person',
    file: SQL,
    text: "new.status := case when new.expected > 1000 then 'proposed' else 'scheduled' end;",
    broken: "new.status := 'scheduled';",
    tests: [REGION],
  },
  {
    name: 'an approved notice stays as it was written',
    file: SQL,
    text: 'elsif (new.states, new.audience, new.title, new.body) is distinct from (old.states, old.audience, old.title, old.body) then',
    broken: 'elsif false then',
    tests: [REGION],
  },
  {
    name: 'staff do not work on a case of their own',
    file: SQL,
    text: "for each row execute function public.guard_own_case('support_case', 'case_id', 'author_id')",
    broken: "for each row when (false) execute function public.guard_own_case('support_case', 'case_id', 'author_id')",
    tests: [OWN_CASE],
  },
  {
    name: 'staff do not take a case of their own',
    file: SQL,
    text: 'when (new.assigned_to is distinct from old.assigned_to) execute function public.guard_own_case',
    broken: 'when (false) execute function public.guard_own_case',
    tests: [OWN_CASE],
  },
  {
    name: 'staff do not decide about a report that they are a part of',
    file: SQL,
    text: "when (new.decided_by is distinct from old.decided_by) execute function public.guard_own_case('message_report'",
    broken: "when (false) execute function public.guard_own_case('message_report'",
    tests: [OWN_CASE],
  },
  {
    name: 'a report is decided by staff of its state',
    file: SQL,
    text: 'if not rights.judges_report(new.decided_by, old.state) then',
    broken: 'if false then',
    tests: [REPORTS],
  },
  {
    name: 'a hidden message is not reported again',
    file: SQL,
    text: "where h.decision = 'hidden' and (",
    broken: 'where false and (',
    tests: [REPORTS],
  },
  {
    name: 'a person who writes again keeps the place in the queue',
    file: SQL,
    text: "case when s.status in ('new', 'assigned') then s.written_at else new.created_at end",
    broken: 'new.created_at',
    tests: [SUPPORT],
  },
  {
    name: 'a blocked shop writes about open orders only',
    file: SQL,
    text: 'if public.is_blocked_shop(new.conversation_id, new.sender_id) then',
    broken: 'if false then',
    tests: [REPORTS],
  },
  {
    name: 'only chiefs write the texts of messages',
    file: 'server/mails/own-texts/save-message-text.ts',
    text: " and role = 'chief'`",
    broken: '`',
    tests: [OWN_TEXTS],
  },
  {
    name: 'the database takes texts of messages from chiefs alone',
    file: 'database/mails/guards.sql',
    text: "and p.role = 'chief') or not rights.can_sign_in(new.author_id) then",
    broken: ') then',
    tests: [OWN_TEXTS],
  },
  {
    name: 'the database takes no text of a message without what it has to say',
    file: 'database/mails/guards.sql',
    text: "where position('{' || name || '}' in words) = 0 limit 1;",
    broken: 'where false limit 1;',
    tests: [OWN_TEXTS],
  },
  {
    name: 'links in texts of messages come from placeholders, in the database too',
    file: 'database/mails/guards.sql',
    text: "if words ~ '[<>]|",
    broken: "if false and words ~ '[<>]|",
    tests: [OWN_TEXTS],
  },
  {
    name: 'the second of two chiefs who write a text is told',
    file: 'server/mails/own-texts/save-message-text.ts',
    text: "!== input.version) return refuse('text_changed_meanwhile')",
    broken: "< 0) return refuse('text_changed_meanwhile')",
    tests: [OWN_TEXTS],
  },
  {
    name: 'the messages of account security cannot be worded',
    file: 'server/mails/own-texts/own-text-input.ts',
    text: "if (isLocked(slot.name)) return refuse('text_locked')",
    broken: '',
    tests: [OWN_TEXTS],
  },
  {
    name: 'the database takes no code into a subject, which staff read in the log of mails',
    file: 'database/mails/guards.sql',
    text: "if position('{code}' in new.subject) > 0 then",
    broken: 'if false then',
    tests: [OWN_TEXTS],
  },
  {
    name: 'an SMS that lacks what it has to say now is not sent in its own text',
    file: 'domain/mails/own-texts/sms-text.ts',
    text: "Object.keys(ownTextFaults({ subject: '', body: own }, { name: kind, part: 'sms', standard })).length === 0",
    broken: 'true',
    tests: ['domain/mails/own-texts/own-texts.test.ts'],
  },
  {
    name: 'a text that lacks what its message has to say now is not sent',
    file: 'domain/mails/own-texts/own-text.ts',
    text: 'Object.keys(ownTextFaults(text, { name, part, standard })).length === 0',
    broken: 'true',
    tests: ['domain/mails/own-texts/own-texts.test.ts'],
  },
]
