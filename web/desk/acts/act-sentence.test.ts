import { expect, it } from 'vitest'
import type { Act } from '#domain/acts/act.ts'
import { describeAct } from './act-sentence.ts'
import { plainText } from './testing.ts'

const act = (given: Partial<Act>): Act => ({
  id: 1,
  at: '2026-03-14T16:00:00Z',
  action: '',
  subject_type: 'profile',
  subject_id: null,
  subject_name: 'Ada Obi',
  before: null,
  after: null,
  actor_name: 'Nneka Eze',
  actor_role: 'chief',
  ...given,
})
const sentenceOf = (given: Partial<Act>) => plainText(describeAct(act(given)))

it.each<[Partial<Act>, string]>([
  [
    { action: 'role.set', before: { role: 'customer' }, after: { role: 'vendor' } },
    'Nneka Eze changed the role of Ada Obi from Customer to Vendor.',
  ],
  [
    {
      action: 'role.grant',
      actor_name: null,
      actor_role: null,
      before: { role: 'customer' },
      after: { role: 'chief' },
    },
    'The operator gave Ada Obi the role Chief, from Customer.',
  ],
  [
    { action: 'region.assign', before: { states: [] }, after: { states: ['Lagos', 'Oyo'] } },
    'Nneka Eze gave Ada Obi the states Lagos, Oyo. Before: none.',
  ],
  [
    {
      action: 'vendor.suspend',
      subject_type: 'vendor',
      subject_name: 'Mama Sade',
      before: { status: 'active' },
      after: { status: 'suspended', note: 'Goods had thawed.' },
    },
    'Nneka Eze suspended the shop Mama Sade. It was "Open" and is now "Suspended". Reason: Goods had thawed.',
  ],
  [
    {
      action: 'group-buy.cancel',
      subject_type: 'group_buy',
      subject_name: 'Garri',
      before: { status: 'active' },
      after: { status: 'cancelled', reason: 'No truck', orders: 3 },
    },
    'Nneka Eze cancelled the group buy Garri, which was "Open"; 3 orders ended with it. Reason: No truck',
  ],
  [
    {
      action: 'product.archive',
      subject_type: 'product',
      subject_name: null,
      before: { name: 'Eggs', base_price: 5900, unit: 'crate' },
      after: { archived_at: '2026-03-01' },
    },
    'Nneka Eze took the product Eggs out of sale; its price was ₦5,900 a crate.',
  ],
  [
    {
      action: 'setting.change',
      subject_type: 'setting',
      subject_name: null,
      before: { buyer_fee_bps: 250 },
      after: { buyer_fee_bps: 300, effective_from: '2026-03-14T16:00:00+00:00' },
    },
    'Nneka Eze changed Buyer transaction fee from 2.5% to 3%, in force from Sat 14 Mar, 5 pm on.',
  ],
  [
    { action: 'account.delete', actor_name: '', actor_role: 'customer', before: { role: 'customer' } },
    'A former user deleted their own account; their role was Customer.',
  ],
  [
    {
      action: 'hub.open',
      subject_type: 'pickup_point',
      subject_name: null,
      before: { open: false },
      after: { open: true },
    },
    'Nneka Eze: hub open, a pickup point that was deleted. open: false → true.',
  ],
])('says %j as one sentence', (given, sentence) => expect(sentenceOf(given)).toBe(sentence))
