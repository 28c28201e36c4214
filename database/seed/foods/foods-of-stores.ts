// key | vendor | name | unit | price in naira | basin | least-most for one person | in stock | days to the sharing day | description

const grains = `
long-rice      | sade     | Kebbi long grain parboiled rice   | bag          | 68000  | rice        | 1-6  | 150 | 9  | Destoned and polished, 50 kg. Cooks loose; one cup of rice takes one and a half of water.
ofada          | bodija   | Ofada rice                        | half bag     | 54000  | ofada-rice  | 1-6  | 80  | 13 | Unpolished brown-streaked rice from Mokoloki, 25 kg, destoned twice. With its own smell, as it should be.
abakaliki      | ogbete   | Abakaliki rice                    | bag          | 71500  | rice        | 1-5  | 90  | 14 | New harvest, 50 kg, machine-destoned in Abakaliki.
oloyin         | bodija   | Oloyin (honey beans)              | bag          | 79000  | beans       | 1-5  | 110 | 9  | Sweet brown beans, 50 kg, picked clean and dried. No weevils: bags are sealed with the inner nylon.
olo-paint      | sade     | Honey beans, picked               | paint bucket | 8600   | beans       | 1-10 | 160 | 4  | Four kilos of oloyin without stones, ready for the pot.
drum-beans     | dawanau  | Brown drum beans                  | bag          | 128000 | beans       | 1-4  | 70  | 12 | 100 kg for canteens and schools. Swells well.
ijebu-garri    | bodija   | Ijebu garri (white, sour)         | bag          | 37500  | garri       | 1-5  | 120 | 16 | Four days fermented, fine and crisp, 50 kg. For soaking with groundnuts.
yellow-garri   | newbenin | Yellow garri                      | bag          | 35500  | garri       | 1-6  | 140 | 6  | Fried with red oil, fine grain, 50 kg. Swells for eba.
garri-paint    | sade     | White garri                       | paint bucket | 3700   | garri       | 1-12 | 220 | 4  | Crisp and sour, by the paint.
maize          | bodija   | White maize                       | bag          | 54000  | maize       | 1-10 | 180 | 16 | Dry grain of 100 kg, for pap, tuwo and feed.
yellow-maize   | dawanau  | Yellow maize                      | bag          | 52500  | maize       | 2-20 | 300 | 19 | 100 kg, moisture below 13 per cent.
guinea-corn    | dawanau  | Guinea corn (red)                 | bag          | 57000  | guinea-corn | 1-10 | 240 | 19 | Sorghum for dawa, kunu and pap, 100 kg, cleaned.
millet         | dawanau  | Millet                            | bag          | 60500  | millet      | 1-10 | 160 | 19 | For fura, kunu and masa, 100 kg.
groundnuts     | dawanau  | Shelled groundnuts                | mudu         | 3400   | groundnuts  | 2-40 | 500 | 12 | Kampala groundnuts, dry, even and without mould.
egusi          | ogbete   | Egusi, hand-peeled                | paint bucket | 18500  | egusi       | 1-6  | 60  | 7  | Whole white seeds, not broken, 2.6 kg a paint.
`

const meat = `
beef           | oyingbo    | Fresh beef, bone-in                | kg     | 6900   | beef      | 3-25  | 260 | 4  | From the Oko Oba abattoir, inspected and stamped. Cut to your size.
boneless-beef  | wuse       | Boneless beef                      | kg     | 8200   | beef      | 2-20  | 120 | 8  | Lean topside and rump.
cow-leg        | oyingbo    | Cow leg (bokoto)                   | piece  | 21500  | beef      | 1-6   | 40  | 4  | Whole, burnt and washed, cut in four.
shaki          | sade       | Shaki and roundabout (tripe)       | kg     | 5600   | beef      | 2-12  | 70  | 6  | Washed three times. Half shaki, half roundabout.
goat           | oyingbo    | Goat meat                          | kg     | 8400   | goat-meat | 2-20  | 110 | 10 | Young he-goat with skin, burnt over fire as for pepper soup.
whole-goat     | dawanau    | Sokoto Red goat, live weight 28 kg | piece  | 118000 | goat-meat | 1-2   | 24  | 12 | One goat, slaughtered and cleaned at the abattoir on the sharing day.
broilers       | oyingbo    | Broiler chicken, dressed           | piece  | 9800   | chicken   | 3-24  | 210 | 6  | 1.8 to 2.1 kg each, chilled, not frozen.
chicken-laps   | oyingbo    | Chicken laps                       | carton | 46500  | chicken   | 1-5   | 75  | 10 | 10 kg, local farms, frozen on the day of slaughter.
turkey-wings   | oyingbo    | Turkey wings                       | carton | 69000  | turkey    | 1-4   | 50  | 10 | 10 kg, cut or whole.
eggs           | sade       | Eggs, large                        | crate  | 5900   | eggs      | 1-30  | 400 | 6  | Thirty eggs of this week from farms in Ogun. Cracked ones are changed at pickup.
eggs-jos       | bukuru     | Highland eggs                      | crate  | 5600   | eggs      | 2-30  | 180 | 10 | Brown eggs, medium to large.
snails         | sade       | Giant snails                       | dozen  | 14500  | snails    | 1-6   | 0   | -4 | Farmed snails, live. The next harvest is not announced yet.
draft-goats    | ikorodu    | Goat, whole                        | piece  | 109000 | goat-meat | 1-3   | 15  |    | He-goats of eighteen months.
frozen-chicken | transamadi | Frozen chicken                     | carton | 43000  | chicken   | 1-5   | 20  | -8 | 10 kg carton.
`

const seafood = `
titus          | sade       | Titus (mackerel)                   | carton       | 104000 | mackerel  | 1-3  | 36  | 7  | 20 kg, size 300 to 500 g. Carton unopened and still hard.
kote           | mileone    | Kote (horse mackerel)              | carton       | 66500  | mackerel  | 1-4  | 40  | 8  | 20 kg, for frying and smoking.
croaker        | epe        | Fresh croaker                      | kg           | 7400   | croaker   | 2-15 | 90  | 5  | Landed at Epe the same morning, 600 g and more each.
catfish        | epe        | Live catfish                       | kg           | 4300   | croaker   | 2-30 | 240 | 5  | Pond fish of 1 kg and more, killed and cleaned on request.
smoked-catfish | epe        | Smoked catfish                     | kg           | 17500  | croaker   | 1-6  | 45  | 12 | Hardwood smoke, dry and without salt. Keeps for a month.
prawns         | epe        | Fresh prawns                       | kg           | 11800  | prawns    | 1-8  | 60  | 5  | Lagoon prawns, head on, 30 to 40 a kilo.
crayfish       | mileone    | Crayfish, first grade              | paint bucket | 19500  | crayfish  | 1-6  | 85  | 8  | Red, dry and without sand, from Oron. Ground on request.
crayfish-sade  | sade       | Crayfish                           | mudu         | 8900   | crayfish  | 1-8  | 70  | 6  | Second grade, good for everyday soup.
stockfish      | ogbete     | Stockfish (okporoko), medium       | kg           | 31000  | stockfish | 1-5  | 40  | 14 | Norwegian cod, cut in pieces as long as a hand.
frozen-kote    | transamadi | Kote                               | carton       | 64000  | mackerel  | 1-4  | 12  | -8 | 20 kg carton.
`

const oil = `
palm-oil       | mileone  | Ogoni red palm oil                | keg    | 45500 | palm-oil      | 1-6  | 130 | 8  | 25 litres of this season's oil, thin and red. Nothing added: no dye, no other oil.
palm-oil-benin | newbenin | Edo red palm oil                  | keg    | 43500 | palm-oil      | 1-6  | 90  | 6  | 25 litres, pressed in Ovia. Thick in the harmattan, as real oil is.
palm-oil-5     | sade     | Red palm oil, 5 litres            | bottle | 9900  | palm-oil      | 1-10 | 110 | 4  | The same oil as in our kegs, in a clean bottle with seal.
groundnut-oil  | dawanau  | Kuli groundnut oil                | keg    | 71000 | groundnut-oil | 1-4  | 60  | 12 | 25 litres, cold-pressed by women's groups in Kano. Good for deep frying.
vegetable-oil  | sade     | Soya oil                          | keg    | 64500 | soya-oil      | 1-4  | 45  | 9  | 25 litres, refined, without smell.
coconut-oil    | mileone  | Virgin coconut oil                | bottle | 6200  | coconut-oil   | 1-12 | 75  |    | One litre from Badagry coconuts, cold-pressed.
groundnut-oil-5 | wuse    | Groundnut oil, 5 litres           | bottle | 15200 | groundnut-oil | 1-8  | 65  | 8  | Filtered twice.
`

export const STORE_FOODS = { grains, meat, seafood, oil }
