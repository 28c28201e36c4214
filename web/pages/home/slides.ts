interface Slide {
  picture: string
  /** The picture's background colour, so that it blends into the band around it. */
  ground: string
  title: string
  text: string
}

/** The specification's four slides. The first is in the HTML and needs no script. */
export const slides: readonly Slide[] = [
  {
    picture: '/hero/stall.svg',
    ground: '#f7cf7d',
    title: /*i18n*/ 'Good food from traders you can name',
    text: /*i18n*/ 'Rice, yam, pepper and oil by the bag, basket or keg. See who sells it and what other buyers say.',
  },
  {
    picture: '/hero/falling-price.svg',
    ground: '#cfe3c4',
    title: /*i18n*/ 'Each person who joins brings the price down',
    text: /*i18n*/ 'At the next step the price falls for everybody in the group buy, including those who joined first.',
  },
  {
    picture: '/hero/sharing-day.svg',
    ground: '#c2d5f2',
    title: /*i18n*/ 'One lorry, one day, your share',
    text: /*i18n*/ 'You know the sharing day before you join. Collect with your code, or have it delivered.',
  },
  {
    picture: '/hero/basins.svg',
    ground: '#f6c3a8',
    title: /*i18n*/ 'Nobody to share with? Buy by the bag',
    text: /*i18n*/ 'Browse Deals has vegetables, fruits, grains, meat, seafood and oil in bulk.',
  },
]
