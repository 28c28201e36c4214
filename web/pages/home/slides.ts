interface Slide {
  picture: string
  /** The picture's background colour, so that it blends into the band around it. */
  ground: string
  title: string
  text: string
}

/** The specification's four. The first is in the HTML and needs no script. */
export const slides: readonly Slide[] = [
  {
    picture: '/hero/stall.svg',
    ground: '#f7cf7d',
    title: 'The market, at the market’s price',
    text: 'Bags, baskets and kegs from vendors you can name. See who sells, what others said, and the day you collect.',
  },
  {
    picture: '/hero/falling-price.svg',
    ground: '#cfe3c4',
    title: 'Every person who joins pulls the price down',
    text: 'A group buy has price steps. When the next step is reached, the price falls for everybody in it, including those who came early.',
  },
  {
    picture: '/hero/sharing-day.svg',
    ground: '#c2d5f2',
    title: 'One lorry, one day, your share of it',
    text: 'You know the sharing day before you join. Collect with your code, or have it brought to your door.',
  },
  {
    picture: '/hero/basins.svg',
    ground: '#f6c3a8',
    title: 'No crowd today? Buy by the bag',
    text: 'Browse Deals has vegetables, fruits, grains, meat, seafood and oil in bulk, straight from the shop.',
  },
]
