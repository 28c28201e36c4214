import { brand } from '#domain/brand.ts'
import { KOBO_PER_PEP, MINIMUM_AGE } from '#domain/limits.ts'
import { formatNaira } from '#domain/money.ts'
import { figures } from '../figures.ts'
import type { FaqSection } from './faq-section.ts'
import { moneyAnswers } from './money-answers.ts'

const general: FaqSection = {
  id: 'general',
  title: 'General Questions',
  questions: [
    {
      question: `What is ${brand.name}?`,
      answer: [
        `${brand.name} is a market where households and restaurants in Nigeria buy food together. When more people join a group buy, the price of one unit falls for everyone in it.`,
        'You can also buy in bulk on your own: put products from one or several vendors into the cart at their listed price.',
      ],
    },
    {
      question: 'Who can join?',
      answer: [
        `Anybody who is at least ${MINIMUM_AGE} years old. You can look at every deal and fill a cart without an account. To join a group buy or to pay you need an account with a confirmed e-mail address or phone number.`,
      ],
    },
    {
      question: 'Does an account cost anything?',
      answer: [
        `No. You pay for the food, a transaction fee of ${figures.buyerFee} of its price, and delivery if you choose it. All of it is shown before you pay.`,
      ],
    },
    {
      question: 'Who sells the food?',
      answer: [
        `Vendors: farmers, processors and traders. We review and approve every shop before it can sell. A vendor is expected to be on time on at least ${figures.vendorOnTime} of sharing days, and the shop’s page shows its record.`,
      ],
    },
    {
      question: 'How do I become a vendor?',
      answer: [
        `Open Vendor Sign Up and tell us about your business. A manager for your state reviews it. Once the shop is approved, you can sell. You receive ${figures.vendorShare} of the price of the goods.`,
      ],
    },
  ],
}

const peps: FaqSection = {
  id: 'peps',
  title: 'PEPS and Rewards',
  questions: [
    {
      question: 'What are PEPS?',
      answer: [
        `PEPS are reward points. 1 PEP is worth ${formatNaira(KOBO_PER_PEP)} when you buy on ${brand.name}.`,
        'You can pay with PEPS, with naira, or with some of each.',
      ],
    },
    {
      question: 'How do I get PEPS?',
      answer: [
        `From referrals: ${figures.referralReward} of what people you referred buy. And from price differences: when a buy settles below what you paid, the difference can come back to you as PEPS at once.`,
      ],
    },
    {
      question: 'Can I buy PEPS, send them to somebody or change them into cash?',
      answer: [
        'No. PEPS are earned or returned, never bought, sent or paid out. You spend them on food here.',
        'What you paid with PEPS comes back as PEPS when an order is refunded. What you paid in naira comes back in naira.',
      ],
    },
    {
      question: 'Can the reward programme change?',
      answer: [
        `Yes, but never suddenly. A change takes effect ${figures.rewardNotice} after we announce it at the earliest, and what you have already earned remains yours.`,
      ],
    },
    {
      question: 'What are the badges on the leaderboard?',
      answer: [
        'Elite Referrer is for the top 1% of referrers, Power Buyer for 100 or more completed orders, Community Champion for 50 or more successful referrals, and Early Adopter for people who joined in our first month. You can hide yourself from the leaderboard in your profile.',
      ],
    },
  ],
}

const referrals: FaqSection = {
  id: 'referrals',
  title: 'Affiliate Marketing & Referrals',
  questions: [
    {
      question: 'How do I become an affiliate?',
      answer: [
        'You already are one. Every registered person is an affiliate from the first day, with their own referral code.',
      ],
    },
    {
      question: 'Can vendors be affiliates?',
      answer: [
        'No. Vendors cannot enrol: they have no referral code, earn no rewards and do not appear on the leaderboard.',
      ],
    },
    {
      question: 'What do I earn?',
      answer: [
        `${figures.referralReward} of the price of the goods in each transaction by a person you referred, in PEPS. On a ₦76,000 bag that is 380 PEPS. The person you referred pays nothing extra.`,
      ],
    },
    {
      question: 'When do I get it?',
      answer: [
        `Within ${figures.referralWithin}. For a group buy the time starts when the final price is settled, for a bulk order when free cancellation ends. If the order is refunded later, the reward goes back too.`,
      ],
    },
    {
      question: 'When does a referral count as successful?',
      answer: [
        'When the person you referred has signed up with your code and has a settled order. You cannot refer yourself.',
      ],
    },
  ],
}

/** The five collapsible sections of the specification, in its order. */
export const faqSections: readonly FaqSection[] = [general, peps, referrals, ...moneyAnswers]
