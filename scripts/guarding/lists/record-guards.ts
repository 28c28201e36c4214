import type { Guard } from '../guard.ts'

const STAFF_NOTES = 'server/records/staff-notes.test.ts'

export const RECORD_GUARDS: readonly Guard[] = [
  {
    name: 'notes of staff are read by managers of the state alone',
    file: 'database/records/rights.sql',
    text: ' and vendor_id in (select rights.overseen_vendor_ids())',
    broken: '',
    tests: [STAFF_NOTES],
  },
  {
    name: 'notes about payments are read by chiefs alone',
    file: 'database/records/rights.sql',
    text: "or record_kind not in ('payment', 'person') and (select rights.has_role('coordinator'))",
    broken: "or (select rights.has_role('coordinator'))",
    tests: [STAFF_NOTES],
  },
  {
    name: 'staff read no notes about themselves',
    file: 'database/records/rights.sql',
    text: 'about_id is distinct from (select auth.uid()) and (',
    broken: '(',
    tests: [STAFF_NOTES],
  },
  {
    name: 'a record is opened by staff who oversee it',
    file: 'database/records/rules.sql',
    text: 'where r.manager_id = p.id and r.state = s.state) end',
    broken: 'where r.manager_id = p.id) end',
    tests: [STAFF_NOTES],
  },
  {
    name: 'the history of a record is read by those who may open it',
    file: 'database/records/rules.sql',
    text: '    where (select rights.opens_record($1, $2))\n',
    broken: '',
    tests: [STAFF_NOTES],
  },
  {
    name: 'notes of staff stay as they were written',
    file: 'database/records/guards.sql',
    text: "or to_jsonb(new) - array['done_at', 'done_by'] <> to_jsonb(old) - array['done_at', 'done_by'] then",
    broken: 'then',
    tests: [STAFF_NOTES],
  },
  {
    name: 'notes of staff go only with the account that they are about',
    file: 'database/records/guards.sql',
    text: 'if old.about_id is null or exists',
    broken: 'if false and exists',
    tests: [STAFF_NOTES],
  },
  {
    name: 'staff write notes about records that they may open, in the database',
    file: 'database/records/guards.sql',
    text: 'if not public.may_open_record(new.author_id, new.record_kind, new.record_id) then',
    broken: 'if new.author_id is null then',
    tests: [STAFF_NOTES],
  },
  {
    name: 'only those who may open a record are listed as its viewers',
    file: 'database/records/guards.sql',
    text: 'if not public.may_open_record(new.viewer_id, new.record_kind, new.record_id) then',
    broken: 'if new.viewer_id is null then',
    tests: [STAFF_NOTES],
  },
  {
    name: 'due calls are those of the states that a manager oversees',
    file: 'database/records/rules.sql',
    text: "else d.record_kind not in ('payment', 'place') and d.vendor_id in (select s.id from shops s) end",
    broken: "else d.record_kind not in ('payment', 'place') end",
    tests: ['server/records/due-calls.test.ts'],
  },
  {
    name: 'due calls about people are those that the reader may see',
    file: 'database/records/rules.sql',
    text: 'cross join me where public.may_see_person(me.id, p.record_id)',
    broken: 'cross join me',
    tests: ['server/records/due-calls.test.ts'],
  },
]
