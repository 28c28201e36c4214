import { findFood } from '../foods/foods.ts'
import { demoId } from '../ids.ts'
import { after } from '../lagos-time.ts'
import type { Person } from '../people.ts'
import { readTable, type SeedRow } from '../rows.ts'

/** food | asker | days ago | question | the vendor's answer, empty if there is none */
const QUESTIONS = `
tomatoes     | buyer4   | 6   | Are they firm enough to last until the weekend?            | Yes, they are loaded half ripe. Spread them on the floor, not in the basket, and they keep five days.
tomatoes     | buyer11  | 3   | How many paint buckets do I get out of one basket?         | About eleven, when we shake it. I can measure it with you at the pickup.
tomatoes     | customer | 0.4 | Can two of us share one basket at the pickup?              |
long-rice    | buyer7   | 12  | Is this from the new harvest?                              | New harvest from Argungu. It came in on Monday, and we destone it again before we share.
long-rice    | buyer2   | 9   | Is the bag full 50 kg or the short one?                    | Full 50 kg. There is a scale at the pickup; put your bag on it.
long-rice    | buyer15  | 2   | Does it still need to be picked for stones?                | No stones. Wash it twice and it is ready for the pot.
ijebu-garri  | buyer9   | 8   | Is it really sour, or only white?                          | Sour. We leave it four days before we fry it.
ijebu-garri  | buyer3   | 1   | Will it keep three months in a plastic drum?               |
oloyin       | buyer6   | 10  | Any weevils? The last beans I bought somewhere else had.   | None. We sun it and keep it in sealed bags. Open yours in front of us.
eggs         | customer | 5   | How many broken ones should I expect in a crate?           | We change every broken egg at the pickup, so none.
titus        | buyer8   | 4   | How many fish are in a carton?                             | Between 45 and 50, it is the middle size.
crayfish     | buyer10  | 7   | Is it dried with smoke or in the sun?                      | Smoked over wood, then sunned for a day. You can smell it.
`

/** Public questions about products, with the vendors' answers. */
export function questionRows(people: readonly Person[], now: Date): SeedRow[] {
  return readTable(['food', 'asker', 'daysAgo', 'question', 'answer'], QUESTIONS).flatMap((cells) => {
    const asker = people.find(({ key }) => key === cells.asker)
    if (!asker) return []
    const askedAt = after(now, -24 * Number(cells.daysAgo))
    return [
      {
        id: demoId('question', `${cells.food} ${cells.asker}`),
        product_id: findFood(cells.food).id,
        asker_id: asker.id,
        asker_name: asker.name.split(' ')[0],
        question: cells.question,
        asked_at: askedAt,
        answer: cells.answer || null,
        answered_at: cells.answer ? after(askedAt, 3) : null,
      },
    ]
  })
}
