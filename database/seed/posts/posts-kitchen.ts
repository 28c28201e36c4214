import type { Post } from '../content/post.ts'

export const KITCHEN_POSTS: readonly Post[] = [
  {
    slug: 'keeping-onions',
    title: 'How to keep 100 kg of onions for six weeks without a store room',
    excerpt: 'Air, shade and patience. And never near the potatoes.',
    picture: 'onions.kitchen',
    category: 'In the kitchen',
    tags: ['Storage', 'Saving'],
    author: 'supervisor',
    status: 'published',
    day: -11,
    content: `
A bag of onions is cheap by the kilo and expensive when a third of it rots. The rules are old and simple.

1. **Open the bag the same day.** Onions breathe; in a closed sack they sweat.
2. **Sort.** Thick necks, green tops, soft spots and cuts go into the kitchen first. Only dry, tight ones are for keeping.
3. **Spread for two days** in the shade where wind passes, on a mat or a pallet, not on cement.
4. **Hang or shelve.** Net bags of five to eight kilos each, hung under a veranda. Never a mosquito net: it is treated with insecticide. Onions at the bottom should feel the air.
5. **Turn weekly.** One bad onion tells the others. Take it out.
6. **Keep them from potatoes and yams.** They wet each other and sprout.

In the rainy season count on four weeks, in harmattan on eight. What begins to sprout is still good to eat: slice it, fry it golden in groundnut oil and keep it in the fridge for stew.
`,
  },
  {
    slug: 'real-palm-oil',
    title: 'Is it real? Four checks for a keg of palm oil',
    excerpt: 'Colour is the worst witness. Use cold, water, paper and your nose.',
    picture: 'palm-oil.kitchen',
    category: 'In the kitchen',
    tags: ['Palm oil', 'Storage'],
    author: 'administrator',
    status: 'published',
    day: -26,
    content: `
Dyed oil is sold every year, and it looks better than the real one. So do not judge by the red.

- **Cold.** Put half a cup in the fridge overnight. Real oil becomes thick and a little cloudy, in two layers. Oil stretched with thin vegetable oil stays liquid.
- **Water.** Shake a spoonful with warm water and let it stand. Water that turns pink has met a dye; palm oil does not colour water.
- **Paper.** A drop on white paper leaves an orange, see-through stain with a soft edge. A sharp red ring is a bad sign.
- **Nose.** Fresh oil smells of fruit and a little of smoke. A smell of soap or wax means it is old.

## Keeping a keg

Twenty-five litres last a family of six about three months. Fill five clean bottles at once and leave the keg closed; air and light make oil rancid, not time alone. Keep it off the cement floor. Thick oil in December is no fault: stand the bottle in warm water.
`,
  },
  {
    slug: 'four-farms-of-the-plateau',
    title: 'Four families, one lorry: a Tuesday with potato farmers in Bukuru',
    excerpt: null,
    picture: 'irish-potato.farm',
    category: 'Vendors',
    tags: ['Farmers', 'Seasons'],
    author: 'administrator',
    status: 'scheduled',
    day: 3,
    content: `
At half past five it is 14 degrees on the Plateau, and the women who will lift today's potatoes arrive in pullovers.

The cooperative in Bukuru has 230 families. Each tends between half a hectare and two. They plant twice a year: in April with the rain, and in October with water from ponds that the tin mines left behind.

## Harvest on order

Potatoes are not lifted until an order is closed. A potato in the ground keeps; a potato in a hot store turns green and bitter. So the list that arrives on Monday evening decides how many rows are opened on Tuesday.

## Sorting

Three heaps: large for frying and chips, medium for the pot, small for seed and for the family. Cut ones are eaten the same day. The bags for the lorry are weighed at 51 kg, because they lose a little on the way, and the buyer should find 50.

## What the farmers ask of you

Do not wash potatoes before you store them. Keep them dark. And join early: the number of bags decides whether one lorry comes up the hill or none.
`,
  },
  {
    slug: 'fish-from-market-to-freezer',
    title: 'From market to freezer: a carton of fish in one evening',
    excerpt: "Twenty kilos look like a lot at six o'clock. By nine they are in bags.",
    picture: 'mackerel.kitchen',
    category: null,
    tags: ['Seafood', 'Storage'],
    author: 'supervisor',
    status: 'draft',
    day: 0,
    content: `
Do not thaw the carton. Let it stand for thirty minutes only, until a fish can be broken from the block.

1. Divide while it is hard: what you cook this week, what you keep.
2. Clean in cold water with salt. Gut everything that you keep longer than a month.
3. Pack flat, one meal a bag, and press out the air.
4. Write the date. Titus keeps three months at minus 18 degrees, leaner fish up to six.
5. Never freeze again what was thawed through. Fry or smoke it instead.
`,
  },
]
