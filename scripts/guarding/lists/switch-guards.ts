import type { Guard } from '../guard.ts'

const PAUSE = 'server/payouts/pause-while-sending.test.ts'
const SWITCHES = 'server/staff/switches.test.ts'

export const SWITCH_GUARDS: readonly Guard[] = [
  {
    name: 'no payout is begun while payouts are paused',
    file: 'database/payouts/guards.sql',
    text: "begin\n  if public.is_paused('payouts') then raise exception 'Payouts of the market are paused' using errcode = 'PT409'; end if;\n  if not exists",
    broken: 'begin\n  if not exists',
    tests: [SWITCHES],
  },
  {
    name: 'no payout is sent while payouts are paused',
    file: 'database/payouts/guards.sql',
    text: "begin\n  if public.is_paused('payouts') then raise exception 'Payouts of the market are paused' using errcode = 'PT409'; end if;\n  if ledger",
    broken: 'begin\n  if ledger',
    tests: [SWITCHES],
  },
  {
    name: 'no payout fails because payouts are paused',
    file: 'server/payouts/send-payouts.ts',
    text: '!refusePayout({ ...shop, arePaused: false })',
    broken: '!refusePayout(shop)',
    tests: [SWITCHES],
  },
  {
    name: 'no payout that the gateway did not take is sent again while payouts are paused',
    file: 'server/payouts/send-payouts.ts',
    text: "if (arePaused) return { says: { kind: 'no_answer' }, text: null }",
    broken: '',
    tests: [SWITCHES],
  },
  {
    name: 'a pause of payouts waits for those that are being handed to the gateway',
    file: 'database/settings/guards.sql',
    text: "perform pg_advisory_xact_lock(hashtextextended('payouts-to-gateway', 0));",
    broken: 'perform true;',
    tests: [PAUSE],
  },
  {
    name: 'no payout is handed to the gateway once payouts are paused',
    file: 'server/payouts/hand-to-gateway.ts',
    text: 'if (rows[0]?.is_paused) return null',
    broken: '',
    tests: [PAUSE],
  },
  {
    name: 'a pause is in force for transactions that began before it',
    file: 'database/settings/rules.sql',
    text: 's.effective_from <= clock_timestamp() and s.withdrawn_at is null order by s.effective_from desc limit 1), false)',
    broken: 's.effective_from <= now() and s.withdrawn_at is null order by s.effective_from desc limit 1), false)',
    tests: [PAUSE],
  },
  {
    name: 'the database takes no order while orders are paused',
    file: 'database/orders/guards.sql',
    text: "if public.is_paused('orders') then",
    broken: 'if false then',
    tests: [SWITCHES],
  },
  {
    name: 'the database lets no order grow while orders are paused',
    file: 'database/orders/guards.sql',
    text: 'when (new.quantity > old.quantity)\n  execute function public.refuse_paused_orders()',
    broken: 'when (false)\n  execute function public.refuse_paused_orders()',
    tests: [SWITCHES],
  },
  {
    name: 'no offer of the waiting list lapses while orders are paused',
    file: 'database/group-buys/rules.sql',
    text: 'if ends_at > clock_timestamp() and (is_paused or exists',
    broken: 'if ends_at > clock_timestamp() and (false and exists',
    tests: ['server/group-buys/waiting-list/waiting-list.test.ts'],
  },
  {
    name: 'no group buy is published while group buys are paused',
    file: 'database/group-buys/guards.sql',
    text: "if publishes and public.is_paused('group_buys') then",
    broken: 'if false then',
    tests: [SWITCHES],
  },
  {
    name: 'a switch is turned with a reason',
    file: 'database/settings/guards.sql',
    text: "if new.key like 'pause\\_%' and char_length(trim(new.note)) < 3 then",
    broken: 'if false then',
    tests: [SWITCHES],
  },
  {
    name: 'a switch that is turned already is not turned again',
    file: 'server/staff/plan-setting.ts',
    text: 'if (!isSwitch(key) || from !== null || value !== wasValue) return null',
    broken: 'if (key) return null',
    tests: [SWITCHES],
  },
  {
    name: 'two presses on a switch follow each other',
    file: 'server/staff/plan-setting.ts',
    text: 'if (isSwitch(input.key))\n',
    broken: 'if (input.key === null)\n',
    tests: [SWITCHES],
  },
]
