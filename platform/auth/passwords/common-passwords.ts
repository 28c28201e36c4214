/**
 * Whether a password is one of the first that an attacker tries: a listed one, in any case, or a repeated character,
 * sequence or short piece. A listed word with an addition is not a listed password.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase()
  return WORDS.has(text) || isRun(text) || isRepeat(text)
}

/** "123456", "987654", "abcdef", and "12345678910". */
function isRun(text: string): boolean {
  if ('01234567890123456789'.includes(text) || '98765432109876543210'.includes(text)) return true
  if ('12345678910111213141516'.startsWith(text)) return true
  const steps = new Set([...text].slice(1).map((sign, index) => sign.charCodeAt(0) - text.charCodeAt(index)))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}

/** "aaaaaa", "121212", "abcabc": one short piece over and over. */
function isRepeat(text: string): boolean {
  return /^(.{1,3})\1+.?$/.test(text)
}

const WORDS = new Set(
  `
  password passwords passw0rd passwort passcode mypassword thepassword secret letmein letmeinnow welcome welcome1 welcomeback
  admin administrator adminadmin root rootroot toor login signin guest test testing tester default changeme changeit temp temppass
  temporary example sample demo user username myaccount account master access system server computer internet hello hellohello
  helloworld whatever nothing something anything everything trustno trustnoone iloveyou iloveu ilovegod ilovejesus ilovemom ilovemum
  iloveme loveyou loveme lovelove lovely lover lovers mylove truelove forever forever21 always sweetheart sweetie sweety darling honey
  babygirl babyboy baby babyface angel angels angelina princess prince queen king kings kingdom beautiful gorgeous pretty handsome
  sunshine sunday monday tuesday wednesday thursday friday saturday january february march april august september october november
  december summer winter spring autumn flower flowers butterfly rainbow moonlight starlight shadow midnight diamond silver golden
  gold purple orange yellow black white green blue red pink brown banana apple cherry strawberry chocolate cookie cookies cupcake
  candy sugar pepper ginger cheese chicken pizza hotdog coffee tomato potato pumpkin mango coconut dragon dragons monkey tiger tigers
  lion lions eagle eagles falcon hawk wolf wolves bear bears panther jaguar leopard elephant horse horses donkey rabbit kitten kitty
  puppy doggy doggie bulldog buster charlie bailey max maxwell rocky oscar lucky lucky7 snoopy scooby simba tigger garfield spider
  spiderman batman superman superstar superhero ironman avengers marvel pokemon pikachu naruto minecraft roblox fortnite playstation
  nintendo starwars startrek skywalker gandalf matrix hunter ranger soldier warrior fighter killer hacker ninja samurai legend
  phoenix thunder lightning storm fire freedom liberty justice peace happy happiness smile smiley friend friends friendship family
  mother father mommy daddy mummy mama papa brother sister sisters grandma grandpa daughter children jesus jesus1 jesuschrist jesusislord
  christ christian church bible heaven holyspirit holyghost blessed blessing blessings glory glorious grace mercy faith hope favour
  favor praise worship hallelujah alleluia amen godisgood godisgreat godislove godfirst godbless thankgod thankyoujesus mygod
  lordjesus emmanuel immanuel israel jerusalem zion allah allahuakbar bismillah alhamdulillah inshallah mashallah mohammed muhammad
  mohammad ibrahim abdullah ahmed fatima aisha success successful winner winners champion champions millionaire billionaire money
  moneyman dollar dollars naira bitcoin business football soccer baseball basketball hockey tennis cricket golf fitness running
  chelsea chelseafc arsenal arsenalfc liverpool liverpoolfc manchester manutd manunited mancity manchestercity barcelona realmadrid
  madrid juventus acmilan ronaldo cristiano messi neymar beckham rooney drogba okocha kanu supereagles yankees cowboys steelers
  lakers packers redsox broncos raiders patriots mustang ferrari porsche mercedes lamborghini corvette camaro toyota honda nissan
  yamaha suzuki harley samsung samsung1 nokia iphone android google facebook instagram whatsapp youtube twitter tiktok microsoft
  windows linux apple1 amazon netflix yahoo gmail hotmail nigeria nigerian naija naijaboy naijagirl lagos lagosboy abuja ibadan
  portharcourt kano kaduna benin enugu owerri calabar warri onitsha ilorin abeokuta biafra africa african ghana london england
  america american canada france germany germany1 brazil mexico dubai yoruba hausa igbo chidera chioma chinedu chinonso chukwu chukwuma
  ngozi nkechi emeka obinna ifeanyi ikechukwu kelechi uchenna uchechi amaka adaeze nneka oluwaseun oluwatobi oluwa oluwadamilola
  adebayo adewale babatunde ayomide ayodele funmilayo temitope tunde segun femi kunle bukola yetunde olamide wizkid davido burnaboy
  tiwasavage psquare michael michelle jennifer jessica ashley amanda daniel david samuel joshua matthew andrew anthony joseph john
  johnny johnson james thomas robert richard william charles george edward patrick peter stephen steven kevin brian justin jordan
  jordan23 jason nicholas nicole natasha natalie victoria elizabeth elisabeth katherine christine christina christopher alexander
  alexandra alexis abigail hannah sarah rachel rebecca rebekah esther deborah ruth mary maria martha margaret patricia barbara
  sandra linda susan nancy karen lisa laura julia juliet jasmine vanessa melissa stephanie samantha danielle gabriel gabriella
  isabella sophia olivia emily emma chloe grace1 faith1 hope1 joyjoy victor vincent francis augustine benjamin jonathan nathan
  solomon moses abraham isaac jacob elijah isaiah jeremiah ezekiel timothy philip bernard raymond ronald donald gregory kenneth
  andrea angela anita bianca brenda carlos carolina claudia cynthia diana fernando martin miguel monica pamela roberto rodrigo
  alejandro alberto antonio eduardo ricardo valentina estrella tequiero teamo mariposa amor contraseña contrasena qwerty qwertyu
  qwertyui qwertyuio qwertyuiop qwertz qwerty1 qwertyqwerty azerty azertyuiop asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl asdasd
  asdasdasd asdqwe qweasd qweasdzxc qweqwe qwe123 qwe123qwe zxcvbn zxcvbnm zxcvbn zxcvb zxczxc poiuyt poiuytrewq lkjhgf mnbvcxz
  1qaz2wsx 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3 q1w2e3r4 q1w2e3r4t5 zaq12wsx zaq1xsw2 1qazxsw2 qazwsx qazwsxedc qazxsw
  1234qwer qwer1234 asdf1234 zxcv1234 abcd1234 abc123 abc1234 a1b2c3 a1b2c3d4 aa123456 a123456 a1234567 a12345678 a123456789 x123456
  123abc 123abcd 123qwe 123qweasd 123asd 12qwaszx 1a2b3c 1a2b3c4d q123456 z123456 p123456 123321 123454321 1234321 12344321 1233211
  654321a 159753 159357 147258 147258369 147852 147852369 258456 741852 741852963 789456 789456123 987456 963852 321321 456456
  456789 135790 135792468 246810 2468101 102030 10203040 1020304050 112233 11223344 1122334455 223344 332211 445566 778899 998877
  110110 101010 100200 100100 123123a 696969a 5201314 521521 520520 31415926 314159 271828 147147 007007 666999 aaa111 zzz111 asd123
  love123 loveme1 loveyou1 iloveyou1 iloveyou2 god123 pass pass123 pass1234 pass12345 test123 test1234 admin123 admin1234 user123
  letmein1 monkey1 dragon1 master1 starwars1 fuckyou fuckyou1 fuckme fuckoff asshole bitch bitches shithead bullshit sexy sexygirl
  sexyboy hottie hotgirl playboy playgirl pussy bigdick cocacola coke pepsi heineken guinness budweiser marlboro marijuana cannabis
  blink182 greenday metallica nirvana slipknot eminem rihanna beyonce michaeljackson justinbieber onedirection arianagrande
  september11 independence democracy president obama trump buhari jonathan obasanjo tinubu peterobi school student students teacher
  college university doctor nurse lawyer engineer pilot driver police army navy airforce marine marines security manager director
  boss bigboss superman1 thegreat theking thequeen theboss iamking iamgreat iamblessed iamawinner number1 numberone bestfriend
  bestfriends bestmom myfamily mybaby mykids mylife mylord mymother mydaughter myself mynameis nopassword noaccess nothing1 unknown
  unicorn mermaid wonderful awesome amazing fantastic perfect precious promise treasure miracle destiny divine divinefavour goodluck
  goodness goodnews godswill godspower godsgift godstime godwin goodluck1 testimony victory victorious triumph overcomer anointed
  anointing redeemer redeemed saviour savior salvation deliverance
  password1 password2 password11 password12 password123 password1234 password12345 password123! password! password1! password@1
  password@123 p@ssword p@ssw0rd p@ssw0rd1 p@ssw0rd123 p@$$w0rd pa$$word pa$$w0rd passw0rd1 passw0rd123 passwort1 pass@123 pass@1234
  qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 asdf123 zxcvbnm1 abc12345 abc123456 abc@123 abcd123 abcde123 abcdef1
  abcdef123 letmein123 welcome12 welcome123 welcome@1 welcome@123 welcome2023 welcome2024 welcome2025 welcome2026 admin1 admin12
  admin12345 admin@123 administrator1 secret1 secret123 login123 guest123 hello1 hello123 hello1234 test1 test12 test12345 demo123
  iloveyou123 iloveyou12 iloveyou! iloveyou7 iloveu2 love12 love1234 loveyou2 princess1 princess12 princess123 angel1 angel123
  sunshine1 sunshine123 monkey12 monkey123 dragon12 dragon123 football1 football12 football123 baseball1 superman123 batman1
  batman123 shadow1 shadow12 michael1 michael123 jordan1 jordan123 daniel1 daniel123 david123 john123 jessica1 jennifer1 charlie1
  charlie123 ashley1 nicole1 master123 killer1 killer123 computer1 internet1 freedom1 summer1 summer123 summer2024 winter2024
  money1 money123 naira123 lucky1 lucky123 jesus12 jesus123 jesus777 jesus1234 jesusis1 jesusislord1 christ1 christ123 god1234
  godisgood1 godisgood123 godisgreat1 faith123 grace123 favour1 favour123 blessed1 blessed123 blessing1 blessing12 blessing123
  blessing@1 victory1 victory123 success1 success123 destiny1 destiny123 miracle1 miracle123 emmanuel1 emmanuel123 gabriel1 samuel1
  samuel123 joshua1 joshua123 michelle1 precious1 precious123 peace1 peace123 chelsea1 chelsea12 chelsea123 chelsea2023 chelsea2024
  arsenal1 arsenal12 arsenal123 arsenal2024 liverpool1 liverpool123 barcelona1 barcelona123 realmadrid1 manutd1 manutd123 ronaldo1
  ronaldo7 ronaldo123 messi10 messi123 nigeria1 nigeria123 nigeria234 nigeria1960 naija1 naija123 lagos1 lagos123 abuja123 ibadan123
  samsung12 samsung123 iphone123 google123 facebook1 facebook123 chioma1 chioma123 chidera1 amaka123 tunde123 bukola123 yoruba1 igbo123
  `
    .split(/\s+/)
    .filter((word) => word !== ''),
)
