import type { Guard } from './guard.ts'

const SECOND_PAYMENT = 'server/payments/second-payment.test.ts'
const SIGNING_IN = 'web/pages/auth/join-after-sign-in.test.ts'

export const PAYMENT_GUARDS: readonly Guard[] = [
  {
    name: 'a second payment waits for the one that is under way',
    file: 'server/payments/begin-payment.ts',
    text: 'former.find(({ is_under_way }) => is_under_way)',
    broken: 'former.find(() => false)',
    tests: [SECOND_PAYMENT],
  },
  {
    name: 'the database refuses a second payment',
    file: 'database/payments/guards.sql',
    text: 'create trigger guard_second_payment before insert on public.payment_parts for each row execute function public.guard_second_payment();',
    broken: '',
    tests: [SECOND_PAYMENT],
  },
  {
    name: 'signing in joins nothing that costs more than the form said',
    file: 'web/pages/auth/join-after-sign-in.ts',
    text: 'if (!(purpose.mostKobo <= Number(form.get(JOIN_MOST))))',
    broken: 'if (purpose.mostKobo < 0)',
    tests: [SIGNING_IN],
  },
  {
    name: 'signing in joins only by the form that names the buy',
    file: 'web/pages/auth/join-after-sign-in.ts',
    text: 'if (!wanted || !key) return null',
    broken: 'if (!wanted) return null',
    tests: [SIGNING_IN],
  },
]
