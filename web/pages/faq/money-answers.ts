import { figures } from '../figures.ts'
import type { FaqSection } from './faq-section.ts'

const groupBuying: FaqSection = {
  id: 'price-tiers',
  title: 'Price Tiers and Group Buying',
  questions: [
    {
      question: 'How do price tiers work?',
      answer: [
        'The vendor sets a base price and a list of tiers. A tier is a number of people and the price from that number on. You pay the price of the highest tier the group has reached; below the first tier, the base price.',
        'An example: base price ₦80,000, then ₦76,000 from 5 people, ₦72,000 from 10 and ₦68,000 from 20. With 12 people everybody pays ₦72,000.',
      ],
    },
    {
      question: 'I joined early at a higher price. Do I pay more than people who join late?',
      answer: [
        'No. Everybody in a buy pays the same final price per unit. If you paid more while the group was smaller, the difference comes back to you, with its share of the fee.',
      ],
    },
    {
      question: 'What is the most I can pay?',
      answer: [
        'Before you join you see three prices: the base price, the price now, and the most you can pay. After you have paid, your price can only fall. Somebody leaving late never raises it.',
      ],
    },
    {
      question: 'What counts, people or bags?',
      answer: [
        'People. One account counts once, however many bags it takes. Only people who have paid decide the final price, so a joiner who never pays cannot change what you pay.',
      ],
    },
    {
      question: 'Can I leave a group buy?',
      answer: [
        `Yes. Leaving is free until ${figures.freeLeaving}, and within 1 hour of paying while the window is open. You get everything back, including the fee.`,
        'After that you can still leave until payment is due. A charge of 10% of the goods may then go to the vendor; there is none if somebody else takes your place.',
        'If the date moves by more than 2 days, or the product is not what was offered, you can always leave with a full refund.',
      ],
    },
    {
      question: 'What happens when too few people pay?',
      answer: [
        'The vendor may extend the buy once, for up to 7 days; everybody is told and may leave free of charge for 48 hours. The vendor may also accept the smaller group at a price no higher than you paid. Otherwise the buy fails and everyone gets all their money back automatically.',
      ],
    },
  ],
}

const payment: FaqSection = {
  id: 'payment',
  title: 'Payment and Delivery',
  questions: [
    {
      question: 'How and when do I pay?',
      answer: [
        `In naira, by card, bank transfer or USSD, with PEPS, or with some of each. Payment is due ${figures.paymentDue}, at the end of the day. Some buys ask for payment when you join; they hold your place for 30 minutes. We remind you before time runs out; an unpaid place is given up.`,
      ],
    },
    {
      question: 'What are the fees?',
      answer: [
        `A transaction fee of ${figures.buyerFee} of the goods for the buyer, and a platform fee of ${figures.vendorFee} for the vendor. A ₦76,000 bag costs you ₦77,900 with the fee. Delivery has its own price, shown before you pay, with no fee on top.`,
      ],
    },
    {
      question: 'Where is my money until sharing day?',
      answer: [
        'It is held. The vendor is paid after you have given your code at hand-over and the time for complaints has passed.',
      ],
    },
    {
      question: 'How long does a refund take?',
      answer: [
        `${figures.refundTime}, back to where the money came from. You can follow it on your order. PEPS come back at once.`,
      ],
    },
    {
      question: 'How do I get my food?',
      answer: [
        'By pickup, doorstep delivery or stockpiling. At pickup and at the door you give a six-digit code. Give this code only when the food is in your hands; our staff never ask for it by phone.',
        'You may name somebody to collect for you. They get their own code.',
      ],
    },
    {
      question: 'What is stockpiling?',
      answer: [
        `You leave food that keeps, such as rice, beans or oil, at the pickup point for up to ${figures.stockpile} from the day we tell you that it is ready, and collect it in parts if you like. Vegetables, fruits, meat and seafood cannot be stockpiled.`,
      ],
    },
    {
      question: 'Something is wrong with my food. What do I do?',
      answer: [
        'Open the order and make a claim with a photo or video: within 12 hours of hand-over for vegetables, fruits, meat and seafood, within 72 hours for everything else. For food that never came you have 7 days from the day it was due.',
        `If the vendor contests the claim it becomes a dispute, which we decide within ${figures.disputeTime}. If the food was spoiled, short or not what was offered, you get your money back.`,
      ],
    },
    {
      question: 'Can a vendor cancel?',
      answer: [
        `Only with at least ${figures.vendorNotice} of notice. Everybody is refunded in full, and the cancellation counts against the shop.`,
      ],
    },
  ],
}

export const moneyAnswers: readonly FaqSection[] = [groupBuying, payment]
