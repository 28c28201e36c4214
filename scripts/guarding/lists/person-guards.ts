import type { Guard } from '../guard.ts'

const SUSPENSION = 'server/accounts/suspension/suspension.test.ts'
const DATA_PROTECTION = 'server/data-protection/data-protection.test.ts'
const RECORDS = 'database/tests/rights/person-records.test.ts'

/** Records of people, and what keeps somebody out of the market. */
export const PERSON_GUARDS: readonly Guard[] = [
  {
    name: 'a suspension bans the login',
    file: 'database/accounts/guards.sql',
    text: "case when new.ended_at is null then timestamptz '9999-12-31' end",
    broken: 'null',
    tests: [SUSPENSION],
  },
  {
    name: 'only a higher role suspends, in the database',
    file: 'database/accounts/rules.sql',
    text: ' and rights.rank_of(a.role) > rights.rank_of(p.role))',
    broken: ')',
    tests: [SUSPENSION],
  },
  {
    name: 'a suspension is ended by staff of a higher role, in the database',
    file: 'database/accounts/guards.sql',
    text: "case tg_op when 'INSERT' then new.suspended_by else new.ended_by end",
    broken: 'new.suspended_by',
    tests: [SUSPENSION],
  },
  {
    name: 'a suspension by a chief is ended by a chief, in the database',
    file: 'database/accounts/guards.sql',
    text: 'elsif rights.waits_for_chief(new.ended_by, old.person_id) then',
    broken: 'elsif false then',
    tests: [SUSPENSION],
  },
  {
    name: 'a suspension stays as it was decided, in the database',
    file: 'database/accounts/guards.sql',
    text: "if tg_op = 'UPDATE' and (old.ended_at",
    broken: "if tg_op = 'DELETE' and (old.ended_at",
    tests: [SUSPENSION],
  },
  {
    name: 'nothing is paid out to the shop of a suspended owner, in the database',
    file: 'database/payouts/guards.sql',
    text: 'and rights.is_suspended(v.owner_id)) then',
    broken: 'and rights.is_suspended(null)) then',
    tests: ['server/payouts/paying-out.test.ts'],
  },
  {
    name: 'a manager sees only people of their states',
    file: 'database/staff/rules.sql',
    text: 'where o.user_id = person and rights.person_oversees(viewer, v.state))',
    broken: 'where o.user_id = person)',
    tests: [RECORDS],
  },
  {
    name: 'only chiefs see the devices of a person',
    file: 'database/staff/rules.sql',
    text: " and rights.has_role('chief') order by 2 desc",
    broken: ' order by 2 desc',
    tests: [RECORDS],
  },
  {
    name: 'contacts are revealed to staff who may see the person',
    file: 'server/accounts/reveal-contact.ts',
    text: "if (!found?.may) return refuse('user_not_found')",
    broken: "if (!found) return refuse('user_not_found')",
    tests: [SUSPENSION],
  },
  {
    name: 'two chiefs erase an account on somebody’s behalf, in the database',
    file: 'database/data-protection/guards.sql',
    text: 'new.agreed_by is null or new.agreed_by = new.closed_by',
    broken: 'new.agreed_by is null',
    tests: [DATA_PROTECTION],
  },
  {
    name: 'the chief who agreed does not confirm',
    file: 'server/data-protection/confirm-erasure.ts',
    text: "if (request.agreed_by === caller.userId) return refuse('second_chief_needed')",
    broken: '',
    tests: [DATA_PROTECTION],
  },
  {
    name: 'a closed request about data stays as it is, in the database',
    file: 'database/data-protection/guards.sql',
    text: "if tg_op = 'UPDATE' and old.status in ('fulfilled', 'refused') then",
    broken: 'if false then',
    tests: [DATA_PROTECTION],
  },
  {
    name: 'a file of a person is handed out once, in the database',
    file: 'database/data-protection/guards.sql',
    text: 'old.taken_at is not null or old.expires_at',
    broken: 'old.expires_at',
    tests: [DATA_PROTECTION],
  },
  {
    name: 'a file of a person needs the second step',
    file: 'server/data-protection/take-data-export.ts',
    text: "if (caller.claims.aal !== 'aal2') return refuse('second_factor_needed')",
    broken: '',
    tests: [DATA_PROTECTION],
  },
  {
    name: 'the discovery of an incident never moves, in the database',
    file: 'database/data-protection/guards.sql',
    text: '(new.id, new.discovered_at, new.opened_by) is distinct',
    broken: '(new.id, old.discovered_at, new.opened_by) is distinct',
    tests: [DATA_PROTECTION],
  },
]
