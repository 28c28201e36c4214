-- The names. A wider concept stands before its kinds.
select search.name_things($$
rice | food | | rice, shinkafa, iresi, osikapa
ofada | food | rice | ofada
beans | food | | bean, ewa, wake, agwa, akidi, cowpea, black eyed pea
oloyin | food | beans | oloyin, honey bean, olo, oloyin bean, ewa oloyin
drumbeans | food | beans | drum bean, olotu
garri | food | | garri, gari, eba, gaari, cassava flake
ijebugarri | food | garri | ijebu garri, garri ijebu, soaking garri
cassava | food | | cassava, ege, paki, rogo, akpu, fufu
maize | food | | maize, corn, agbado, masara, oka
guineacorn | food | | guinea corn, sorghum, dawa, oka baba
millet | food | | millet, gero, jero, joro
groundnut | food | | groundnut, peanut, epa, gyada, okpa ekele, ahuekere, ground nut
egusi | food | | egusi, melon seed, agushi, elegusi, ikpan
ogbono | food | | ogbono, apon, agbono, ogbolo, goro biri
yam | food | | yam, isu, doya, ji, iyan
wateryam | food | yam | water yam, ewura
potato | food | | potato, dankali
irishpotato | food | potato | irish potato, dankalin turawa, irish
sweetpotato | food | potato | sweet potato, anamo, odunkun, dankalin hausa, kukunduku
cocoyam | food | | cocoyam, coco yam, ede, koko, gwaza
tomato | food | | tomato, tomati, tumatir, tumatur, jos tomato
pepper | food | | pepper, ata, ose, barkono
rodo | food | pepper | ata rodo, rodo, scotch bonnet, fresh pepper, atarodo, attarugu, hot pepper, yellow pepper
tatashe | food | pepper | tatashe, tatase, tattase, bell pepper, red bell pepper, tattasai, ata tatase
shombo | food | pepper | shombo, sombo, cayenne, ata sombo, long pepper
onion | food | | onion, alubosa, albasa, yabasi, yabas
okra | food | | okra, okro, ila, kubewa, lady finger
leaves | food | | leave, leaf, vegetable leave, efo, ganye, akwukwo nri, green
ugu | food | leaves | ugu, fluted pumpkin, pumpkin leave, ikong ubong, eweroko
ewedu | food | leaves | ewedu, jute, lalo, ayoyo
tete | food | leaves | efo tete, tete, amaranth, alayyahu, inine, alefo, spinach
bitterleaf | food | leaves | bitter leaf, bitterleaf, ewuro, onugbu, shuwaka
waterleaf | food | leaves | water leaf, waterleaf, gbure, mgbolodi
uziza | food | leaves | uziza
soko | food | leaves | soko, shoko, efo shoko
gardenegg | food | | garden egg, gardenegg, igba, afufa, anara, eggplant, gauta
plantain | food | | plantain, dodo, ogede agbagba, agbagba, boli, agade, ojoko
banana | food | | banana, ogede wewe, ayaba, unere, ogede
orange | food | | orange, osan, lemu, oroma
pineapple | food | | pineapple, ope oyinbo, abarba, pine apple
watermelon | food | | watermelon, kankana, bara, water melon
mango | food | | mango, mangoro, mangwaro
pawpaw | food | | pawpaw, papaya, ibepe, gwanda, okwuru ezi, paw paw
cucumber | food | | cucumber, kukumba
carrot | food | | carrot, karas
cabbage | food | | cabbage, kabeji
fish | food | | fish, eja, kifi, azu
mackerel | food | fish | mackerel, maquerel
titus | food | mackerel | titus, atlantic mackerel, alaran
kote | food | mackerel | kote, horse mackerel, scumbia, sardine
panla | food | fish | panla, hake
croaker | food | fish | croaker, croaker fish
catfish | food | fish | catfish, cat fish, aro, point and kill, tarwada, azu asa
stockfish | food | fish | stockfish, okporoko, panla gbigbe, cod, stock fish
crayfish | food | | crayfish, ede pupa, cray fish, crawfish
prawns | food | | prawn, shrimp, ede, jatan lande
snail | food | | snail, igbin, dodon kodi, ejula
meat | food | | meat, eran, nama, anu, anumanu
beef | food | meat | beef, cow meat, eran malu, naman sa, anu ehi, cow
ponmo | food | beef | ponmo, kpomo, kpommo, cow skin, cowskin, ganda, kanda, pomo, kanda ganda
cowleg | food | beef | cow leg, bokoto, bokotor, cowleg
shaki | food | beef | shaki, tripe, shaki and roundabout, offal, inu eran, assorted, towel
goat | food | meat | goat, goat meat, eran ewure, ewure, akuya, naman akuya, anu ewu, ewu, asun, isi ewu
ram | food | meat | ram, mutton, agbo, rago, ebule
chicken | food | meat | chicken, adie, adiye, kaza, okuku, broiler, old layer, fowl, naman kaza
turkey | food | meat | turkey, tolotolo, talo talo, torotoro
egg | food | | egg, eyin, kwai, akwa, eyin adie
oil | food | | oil, ororo, epo, mai, mmanu
palmoil | food | oil | palm oil, epo pupa, red oil, manja, mmanu nri, palmoil, mai ja, manjan ja
groundnutoil | food | oil | groundnut oil, ororo epa, man gyada, peanut oil, mangyada
soyaoil | food | oil | soya oil, vegetable oil, soybean oil, veg oil
coconutoil | food | oil | coconut oil, ororo agbon, adin agbon
coconut | food | | coconut, agbon, kwakwa, aku oyinbo
palmkernel | food | | palm kernel, ekuro, kwakwar manja
locustbean | food | | locust bean, iru, dawadawa, ogiri, daddawa
ginger | food | | ginger, atale, chitta, jinja
garlic | food | | garlic, aayu, ayu, tafarnuwa
$$);
-- States, then what people call them and towns. Without their own names as guesses: Oyo is one slip from oil.
insert into search.concepts select distinct lower(regexp_replace(name, '[^A-Za-z]', '', 'g')) as concept, 'place', array[lower(regexp_replace(name, '[^A-Za-z]', '', 'g'))] from public.nigerian_states;
insert into search.names (name, concept) select array_to_string(search.stems(name), ' '), lower(regexp_replace(name, '[^A-Za-z]', '', 'g')) from public.nigerian_states;
select search.learn(string_agg(name, ' '), false) from public.nigerian_states;
select search.name_things($$
kg | measure | | kg, kilo, kilogram, kilogramme
litre | measure | | litre, liter, l, ltr
bag | measure | | bag, apo, buhu, akpa, sack
halfbag | measure | bag | half bag, rabin buhu
basket | measure | | basket, kwando, nkata
paint | measure | | paint, paint bucket, paint rubber, custard bucket, rubber
mudu | measure | | mudu, mudun, kwano, tiya
derica | measure | | derica, derika, de rica
congo | measure | | congo, kongo
keg | measure | | keg, jerrycan, jerry can, gallon, jarka
carton | measure | | carton, katon
crate | measure | | crate, kret
dozen | measure | | dozen, dozin
bunch | measure | | bunch, idi
tuber | measure | | tuber
bottle | measure | | bottle, igo, kwalba
lagos | place | | eko, las gidi, lasgidi
fct | place | | abuja, fct, fct abuja, federal capital territory
portharcourt | place | | port harcourt, ph, phc, pitakwa, portharcourt
benincity | place | | benin, benin city, bini
ibadan | place | | ibadan, ib
aba | place | | aba
abeokuta | place | | abeokuta
akure | place | | akure
asaba | place | | asaba
awka | place | | awka
bauchi | place | | bauchi
calabar | place | | calabar
ilorin | place | | ilorin
jos | place | | jos
lokoja | place | | lokoja
maiduguri | place | | maiduguri
makurdi | place | | makurdi
minna | place | | minna
onitsha | place | | onitsha
owerri | place | | owerri
umuahia | place | | umuahia
uyo | place | | uyo
warri | place | | warri
yola | place | | yola
zaria | place | | zaria
ikorodu | place | | ikorodu
epe | place | | epe
badagry | place | | badagry
lekki | place | | lekki
ikeja | place | | ikeja
surulere | place | | surulere
yaba | place | | yaba
nnewi | place | | nnewi
ogbomosho | place | | ogbomosho
oshogbo | place | | oshogbo
ife | place | | ife
abakaliki | place | | abakaliki
suleja | place | | suleja
gboko | place | | gboko
$$);
