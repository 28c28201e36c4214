import type { Guard } from '../guard.ts'

const CHANNELS = 'server/messages/channels.test.ts'
const CLAIMS = 'server/claims/who-sees-claims.test.ts'
const VIEWERS = 'server/group-buys/viewers.test.ts'
const PRIVATE = 'platform/realtime/tests/private-channels.test.ts'
const MESSAGE_RIGHTS = 'database/messages/rights.sql'
const CLAIM_RIGHTS = 'database/claims/rights.sql'
const ENGINE = 'platform/realtime/sql/rules.sql'

export const CHANNEL_GUARDS: readonly Guard[] = [
  {
    name: 'only readers of a conversation hear who is writing',
    file: MESSAGE_RIGHTS,
    text: `using (extension = 'broadcast' and exists (select from public.conversations c where c.id = realtime.topic_id('conversation')));`,
    broken: `using (extension = 'broadcast' and realtime.topic_id('conversation') is not null);`,
    tests: [CHANNELS],
  },
  {
    name: 'a blocked shop does not say that it writes',
    file: 'database/messages/rules.sql',
    text: 'where c.id = conversation and not public.is_blocked_shop(c.id, auth.uid())',
    broken: 'where c.id = conversation',
    tests: [CHANNELS],
  },
  {
    name: 'a former manager does not say that they write',
    file: MESSAGE_RIGHTS,
    text: " and rights.may_write_in(realtime.topic_id('conversation')));",
    broken: ');',
    tests: [CHANNELS],
  },
  {
    name: 'only staff who may open a support case see who has it open',
    file: MESSAGE_RIGHTS,
    text: `using (extension = 'presence' and exists (select from public.support_cases s where s.id = realtime.topic_id('support-case')));`,
    broken: `using (extension = 'presence' and realtime.topic_id('support-case') is not null);`,
    tests: [CHANNELS],
  },
  {
    name: 'only staff who may open a support case are named at it',
    file: MESSAGE_RIGHTS,
    text: `with check (extension = 'presence' and exists (select from public.support_cases s where s.id = realtime.topic_id('support-case')));`,
    broken: `with check (extension = 'presence' and realtime.topic_id('support-case') is not null);`,
    tests: [CHANNELS],
  },
  {
    name: 'a session that owes its second step joins no channel',
    file: 'database/accounts/rights.sql',
    text: 'create policy second_step on realtime.messages as restrictive for all to authenticated using (not (select rights.owes_second_step()));',
    broken: '',
    tests: [VIEWERS],
  },
  {
    name: 'buyers and shops do not see which staff have a claim open',
    file: CLAIM_RIGHTS,
    text: `create policy colleagues_at_claim on realtime.messages for select to authenticated using (extension = 'presence'
  and (select rights.has_role('manager', 'coordinator', 'chief'))`,
    broken: `create policy colleagues_at_claim on realtime.messages for select to authenticated using (extension = 'presence'
  and true`,
    tests: [CLAIMS],
  },
  {
    name: 'staff of other states are not named at a claim',
    file: CLAIM_RIGHTS,
    text: `create policy present_at_claim on realtime.messages for insert to authenticated with check (extension = 'presence'
  and (select rights.has_role('manager', 'coordinator', 'chief')) and exists (select from public.claims c where c.id = realtime.topic_id('claim')));`,
    broken: `create policy present_at_claim on realtime.messages for insert to authenticated with check (extension = 'presence'
  and (select rights.has_role('manager', 'coordinator', 'chief')) and realtime.topic_id('claim') is not null);`,
    tests: [CLAIMS],
  },
  {
    name: 'names of colleagues are for staff',
    file: 'database/staff/rules.sql',
    text: `    and rights.has_role('manager', 'coordinator', 'chief', 'administrator', 'supervisor')
$$;
comment on function public.colleague_names`,
    broken: `$$;
comment on function public.colleague_names`,
    tests: [CLAIMS],
  },
  {
    name: 'only open buys have viewers',
    file: 'database/group-buys/rights.sql',
    text: "where g.id = realtime.topic_id('viewers') and g.status = 'active'));",
    broken: "where g.id = realtime.topic_id('viewers')));",
    tests: [VIEWERS],
  },
  {
    name: 'a topic has one spelling',
    file: ENGINE,
    text: "case when realtime.topic() ~ ('^' || kind || ':[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')",
    broken: "case when realtime.topic() ~* ('^' || kind || ':[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')",
    tests: [PRIVATE, CHANNELS],
  },
  {
    name: 'a policy that fails for a topic admits no one, and is no fault',
    file: ENGINE,
    text: '  exception when data_exception or insufficient_privilege then\n    rights :=',
    broken: '  exception when insufficient_privilege then\n    rights :=',
    tests: [PRIVATE],
  },
  {
    name: 'rights are asked as the person',
    file: 'platform/realtime/rights/database-policy.ts',
    text: 'await tx.query(BECOME, [identity.role, JSON.stringify(identity.claims)])',
    broken: 'void BECOME',
    tests: [PRIVATE],
  },
]
