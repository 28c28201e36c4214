/** Messages about uploaded photographs. */
export const pictureTexts = {
  signedOut: 'You are signed out. Sign in and choose the photo again.',
  forbidden: 'Only shops and content staff can add photos.',
  tooMany: 'You have 500 photos here, the most one person may store. Remove some first.',
  tooLarge: 'This photo is larger than 11 MB. Choose a smaller one.',
  noPicture: 'This file is not a photo we can show. Choose a JPEG, PNG or WebP picture.',
  unreadable: 'This photo can’t be read, or has more than 25 megapixels. Take it again or choose another.',
  notNow: 'The photo could not be stored just now. What you typed is safe: try again.',
  cutOff:
    /*i18n*/ 'The connection broke. Your photo is still here. Try again, or save the form and the photo goes with it.',
} as const
