/** Messages about photographs of products, shops and posts. */
export const pictureTexts = {
  forbidden: 'Only shops and content staff can add photos.',
  tooMany: 'You have 500 photos here, the most one person may store. Remove some first.',
  tooLarge: 'This photo is larger than 11 MB. Choose a smaller one.',
  noPicture: 'This file is not a photo we can show. Choose a JPEG, PNG or WebP picture.',
  unreadable: 'This photo can’t be read, or has more than 25 megapixels. Take it again or choose another.',
} as const

/** Messages about pictures and films of claims. */
export const evidenceTexts = {
  tooLarge: /*i18n*/ 'This file is too large: a picture may have 5 MB, a film 8 MB.',
  unreadable: /*i18n*/ 'This file is no picture or film that we can show: send JPEG, PNG or MP4.',
  forbidden: /*i18n*/ 'You cannot add files yet.',
} as const

/** Messages about any file that was chosen. */
export const uploadTexts = {
  noPicture: 'This file is not a JPEG, PNG or WebP picture.',
  tooLarge: 'The picture is larger than 5 MB.',
  tooMany: 'You have stored as many pictures as one person may.',
  signedOut: /*i18n*/ 'You are signed out. Sign in, and come back to this page: the file is still here.',
  notThere: /*i18n*/ 'This file is not there any more. Choose it again.',
  tooManyToday: /*i18n*/ 'You have sent as many files today as one person may. Go on tomorrow.',
  notNow: /*i18n*/ 'The file could not be stored. Please try again.',
} as const
