// Rewards for referrals, and how they are taken back (specification 9; money.md 2; design.md 7).
import { leastKobo } from '../money.ts'
import { type Journal, journal } from './movements.ts'

interface Reward {
  orderId: string
  referrerId: string
  amountKobo: bigint
  /** What the referrer still owes for rewards that were spent before their orders were refunded. */
  owedKobo: bigint
}

/** The referrer's share of a settled order; debts of before are paid off with it at once. */
export function rewardJournal({ orderId, referrerId, amountKobo, owedKobo }: Reward): Journal {
  return journal(`reward:${orderId}`, [
    { kind: 'referral_reward', creditOwner: referrerId, amountKobo },
    {
      kind: 'reward_paid_off',
      debitOwner: referrerId,
      creditOwner: referrerId,
      amountKobo: leastKobo(amountKobo, owedKobo),
    },
  ])
}

interface RewardReversal {
  /** What takes it back: a refund. */
  refundId: string
  referrerId: string
  amountKobo: bigint
  /** What the referrer may spend now: a balance never becomes negative. */
  balanceKobo: bigint
}

export function takeBackJournal({ refundId, referrerId, amountKobo, balanceKobo }: RewardReversal): Journal {
  const now = leastKobo(amountKobo, balanceKobo)
  return journal(`reward-back:${refundId}`, [
    { kind: 'reward_taken_back', debitOwner: referrerId, amountKobo: now },
    { kind: 'reward_owed_back', debitOwner: referrerId, amountKobo: amountKobo - now },
  ])
}

interface RewardShare {
  /** The reward of the whole order and its goods. */
  rewardKobo: bigint
  goodsKobo: bigint
  givenBackBeforeKobo: bigint
  givenBackAfterKobo: bigint
}

/** How much of a reward goes with goods that came back: in steps that add up to all of it. */
export function rewardBackKobo({
  rewardKobo,
  goodsKobo,
  givenBackBeforeKobo,
  givenBackAfterKobo,
}: RewardShare): bigint {
  const share = (kobo: bigint) => (rewardKobo * kobo) / goodsKobo
  return share(givenBackAfterKobo) - share(givenBackBeforeKobo)
}
