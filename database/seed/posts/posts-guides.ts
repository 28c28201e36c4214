import type { Post } from '../content/post.ts'

export const GUIDES: readonly Post[] = [
  {
    slug: 'how-a-group-buy-settles',
    title: 'How a group buy settles, with the figures of one bag of rice',
    excerpt: 'Joined, paid, price now, most you can pay: what each number means, and where the difference goes.',
    picture: 'rice.price',
    category: 'How it works',
    tags: ['Rice', 'Payments', 'Saving'],
    author: 'administrator',
    status: 'published',
    day: -6,
    content: `
A group buy shows you several numbers. They are not there to confuse you; each one answers a different question.

Take a bag of rice with a base price of ₦80,000. The vendor offers ₦76,000 when 5 people buy, ₦72,000 when 10 buy, and ₦68,000 when 20 buy. The buy goes ahead when at least 5 have paid.

## The two counts

**Joined** is everybody who has taken a place. **Paid** is everybody whose money has arrived. A place is easy to take and easy to forget, so the final price is made by those who paid.

## The three prices

1. **Base price**: what the bag costs when you buy alone.
2. **Price now**: the price at the number of people who have joined at this moment.
3. **You pay at most**: what you are charged when you pay. It is the price at the minimum, here ₦76,000, because a buy that goes ahead can never settle higher.

## What comes back

Twelve people have paid when payment is due. Everybody's price is now ₦72,000, the first and the last alike. You were charged ₦76,000, so ₦4,000 comes back, and with it the part of the 2.5% fee that belonged to it: ₦4,100 in all.

| Paid at the due time | You were charged | You finally pay | Comes back |
| --- | --- | --- | --- |
| 4 | ₦77,900 | nothing, the buy fails | ₦77,900 |
| 5 | ₦77,900 | ₦77,900 | ₦0 |
| 12 | ₦77,900 | ₦73,800 | ₦4,100 |
| 23 | ₦77,900 | ₦69,700 | ₦8,200 |

## If too few pay

The buy fails, or the vendor honours it anyway at no more than you were charged. When it fails, everything goes back, the fee too, to where it came from. That takes 3 to 5 business days.
`,
  },
  {
    slug: 'leaving-a-group-buy',
    title: 'Plans change: when you can leave a group buy, and what it costs',
    excerpt: 'Free until three days before the window closes. After that there are still ways out.',
    picture: 'plantain.market',
    category: 'How it works',
    tags: ['Payments'],
    author: 'supervisor',
    status: 'published',
    day: -19,
    content: `
You joined for two baskets of tomatoes, and on Tuesday the wedding moves to Abuja. This is what you can do.

## Before you have paid

Leave whenever you like until the window closes. Your place is free for somebody else at once.

## After you have paid

- **Until three days before the window closes**: leave free. All of your money goes back, the fee included.
- **Within one hour of paying**: free too, as long as the window is still open. Everybody presses a wrong button once.
- **Later**: you can still leave until payment is due, but the vendor may keep a part, one tenth of the goods, because the lorry has been ordered. When somebody takes your place, that part is nothing.

## When it is not your decision

If the date moves by more than two days, if the product is changed, or if the pickup point moves, you may leave with a full refund at any time. If the vendor cancels, everybody gets everything back.

## Does my leaving raise the price for others?

Not after the free time is over. Then your seat still counts for the price of the others, although the food goes to somebody else.
`,
  },
  {
    slug: 'sharing-day-checklist',
    title: 'Sharing day: what to bring, what to check, when to complain',
    excerpt: 'Six digits, a strong bag, and two minutes at the scale.',
    picture: 'onions.sharing',
    category: null,
    tags: ['Storage', 'Saving'],
    author: 'supervisor',
    status: 'published',
    day: -33,
    content: `
A sharing day goes well when everybody does three small things.

## Bring

- Your phone with the code, or the code written down. The person you send needs it too.
- Bags that carry the weight. A 50 kg bag needs two people, not one brave one.
- For meat and fish, a cooler with ice. Go straight home with it and put it in the fridge or freezer.

## Check before you give the code

1. Weigh it. Ask for the scale; that is what it is there for.
2. Open one bag or carton and look at the middle, not at the top.
3. Smell fish and meat. Press yams at both ends.

Give the code only when the food is in your hands. Nobody from the market will ask you for it on the phone.

## If something is wrong

Take a photo on the scale, and one of the bag with its label. For vegetables, fruits, meat and seafood you have 12 hours; for grains and oil 72 hours. The vendor answers within two business days, and the whole matter is decided within seven.
`,
  },
  {
    slug: 'what-moves-tomato-prices',
    title: 'Why a basket of tomatoes costs three times as much in June as in February',
    excerpt: 'Harvest, heat, distance and the empty basket: four reasons, and what a group of neighbours can do.',
    picture: 'tomatoes.price',
    category: 'Market prices',
    tags: ['Seasons', 'Farmers', 'Saving'],
    author: 'administrator',
    status: 'published',
    day: -47,
    content: `
Every year people ask whether traders have become greedy in May. Mostly it is the calendar.

**The harvest.** Dry-season tomatoes are planted under irrigation in Kano, Kaduna, Katsina and Jigawa and come from December to April. When the rains begin, the fields are given to millet and guinea corn. What arrives then is little.

**Heat and distance.** A basket travels a thousand kilometres. Fruit at the bottom is crushed by its own weight. Out of a truck of 200 baskets, a fifth or more may be thrown away before it is sold, and the price of the rest carries that.

**The basket itself.** Raffia cuts the fruit. Plastic crates lose much less, but somebody has to bring the empty crates back north.

**Fuel.** The lorry burns the same diesel whether it is full or half full.

## What a group can do

- Buy in the months of plenty and keep: boil down, fry with a little oil, freeze flat in bags.
- Ask for crates and pay the small difference. You throw away less than you saved with raffia.
- Fill the lorry. A vendor who knows on Thursday that thirty people take a basket on Saturday can order one full truck and share the transport fairly. That is the whole idea of the falling price.
`,
  },
]
