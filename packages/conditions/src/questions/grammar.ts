// The grammar of questions that can be measured. notation.ts says how to read it, interpret.ts what
// becomes of what is said:
//
//   subject   what it is about, by each of its names      metric  what is measured of it
//   does      is: at the time that is named. moves: at some time, to a value on a side that is
//             said. reaches, crosses: at some time, from whichever side. exceeds: is or moves.
//             has, gets, ends, stays, happens.
//   cmp       how the value compares with the amount      other   what it is compared with
//   change    up or down from the value at creation, by the amount, the percent or the multiple
//   range     inside or outside of low and high           when    the times that are named
//
// Each line has one meaning. A sentence with two meanings is not measured: "surge over $10k" may be
// a level and a change.
export const GRAMMAR = `
# Forms of a question. Times stand at the beginning, at the end, or before the verb.
Question  = When* Sentence Again? When* Source?
Sentence  = Aux Subject (Adverb|When)* Does | Subject (will|can|could|might) Adverb* Does
Sentence  = (is|are) Subject (going to|gonna) Does | Subject (is|are)? (going to|gonna) Does
Sentence  = Subject to Does
Sentence  = (has|have) Subject Adverb* Done -> tense=past
Sentence  = (is|are) Subject Adverb* Being -> tense=present
Sentence  = Subject (is|are)? Adverb* (Not)? Being
Sentence  = Subject Adverb* Not? Acts -> tense=past
Sentence  = Subject (does|do) Not Acts
Sentence  = Subject back? to Value -> does=reaches
Sentence  = Subject Value -> does=reaches verb=none
Sentence  = Subject at Value -> does=reaches verb=none
Sentence  = Subject When? ":" Being
Sentence  = do you think Subject will Does
Sentence  = Subject "+" #percent -> does=moves change=up
Sentence  = Subject - #percent -> does=moves change=down
Sentence  = (will there be)? Count ((for|of) Thing)? | will? Count Hold Thing | will Thing be held
   by Count -> does=has
Sentence  = (will there be)? Compare Count ((for|of) Thing)? | will? Compare Count Hold Thing
   | will Thing be held by Compare Count -> does=is
Aux       = will | can | could | might | does | do
Hold      = hold(s|ing) | own(s)
When      = #when
Again     = again -> again=yes
Adverb    = finally | officially | successfully | actually | Still | manage(s) to
Still     = still -> still=yes
Source    = (according to|per) pyth

# Tokens of a launchpad. "Will 500 tokens migrate" means at least that many.
Sentence  = will Launched Launch | will Site (have|see|get|record) Launchings | will there be
   Launchings (on|from) Site
Launched  = Compare? #number Coins | #number (OrMore|OrLess) Coins
Coins     = tokens | coins | memecoins
Launch    = (migrate|graduate) (from|on) Site (to the? Venue)? -> launches=migrated
Launch    = (launch|be (created|launched)) on Site -> launches=created
Launch    = (complete|fill|finish) (their|the)? bonding? (curve|curves) on Site | bond on Site ->
   launches=completed
Launchings = Compare? #number Migrations | #number (OrMore|OrLess) Migrations -> launches=migrated
Launchings = Compare? #number Creations | #number (OrMore|OrLess) Creations -> launches=created
Migrations = token? (migrations|graduations)
Creations = token? (launches|creations)
Site      = Launchpad
Site      = the demo launchpad -> pad=demo

# What it does. "Will SOL hit", "SOL to hit", "SOL hits" and "has SOL hit" say the same.
Does      = Not? Adverb* (Acts|Sign) | Not? When? Adverb* be Being | Not? have Done
Done      = Acts | been Being
Sign      = > Value -> does=is cmp=gt
Sign      = < Value -> does=is cmp=lt
Sign      = >= Value -> does=is cmp=gte
Sign      = <= Value -> does=is cmp=lte
Not       = not -> not=not
Not       = never -> not=never
Not       = fail(s|ed) to -> not=not
Acts      = State | Moves | Changes | Ends | Stays | Has | Beats | Happens
Being     = Worth? Level | Range | Higher | Compared -> does=is
State     = (trade(s)|sit(s)|stand(s)|cost(s)) at? Level | (trade(s)|sit(s)) Range -> does=is
Worth     = worth | priced at? | trading at? | at

# Names. Whatever stands in brackets names the same.
Subject   = Thing | PriceOf | CapOf | HoldersOf | SupplyOf | LiquidityOf | AuthorityOf | TeamOf |
   the? #pair (ratio|pair|price)?
Thing     = Name | (Name|Pronoun) "(" Name ")" | #ticker #address | (token|coin) Named | the?
   Named (token|coin) | Pronoun
Thing     = (a|one|1) (#asset|Named) -> metric=price
Name      = #asset | #ticker | #name | #address | #stranger
Named     = #ticker | #name
Pronoun   = (this|the|our|my|that) (token|coin|memecoin|mint|project) | it | this | token x ->
   pronoun=token
Poss      = "'s"
PriceOf   = the? Price (of|for) the? Thing InUsd? | the? Thing Poss? Price InUsd? | (the|its)?
   Price -> metric=price
PriceOf   = the? Thing Poss? Price in Thing@other -> metric=price
# A token's value may be its price or its market cap.
PriceOf   = the? value of the? Thing InUsd? | the? Thing Poss? value InUsd? | (the|its) value
CapOf     = the? Cap (of|for) the? Thing | the? Thing Poss? Cap | (the|its)? Cap ->
   metric=market_cap
HoldersOf = the? Holders of the? Thing | the? Thing Poss? Holders | the? number of Thing holders |
   the? number of holders | (the|its)? Holders | the number of (wallets|addresses|people) Hold
   Thing -> metric=holders counted=before
SupplyOf  = the? Supply of the? Thing | the? Thing Poss? Supply | (the|its)? Supply -> metric=supply
LiquidityOf = the? Thing Poss? liquidity | the? liquidity (of|in|for) Thing | (the|its) liquidity ->
   metric=liquidity
LiquidityOf = the? Thing Poss? liquidity? pool | the liquidity? pool of Thing | (the|its) liquidity?
   pool -> metric=pool
AuthorityOf = the? Thing Poss? Authority | (the|its)? Authority of the? Thing | (the|its) Authority
Authority = (mint|minting) authority -> authority=mint
Authority = (freeze|freezing) authority -> authority=freeze
TeamOf    = the? Thing Poss? (team|devs|developers) | the (team|devs|developers) of Thing | the
   (team|devs|developers) -> who=team
TeamOf    = the? Thing Poss? Creator | the? Creator of Thing | (the|its) Creator -> who=creator
TeamOf    = the? top Ten Holder (of Thing)? | the? Thing Poss? top Ten Holder -> who=top
Ten       = 10 | ten
Creator   = dev | developer | creator | deployer
Price     = (spot|unit|token|coin|market)? price
InUsd     = in (usd|us dollars|dollars)
Cap       = total? (market cap|marketcap|market capitalization|market capitalisation|mkt
   cap|mktcap|mcap|m-cap|mc|fdv |fully diluted valuation|fully diluted value|valuation)
Holders   = (number of|total|unique) (number of|total|unique)* token? (holders|hodlers) |
   (total|unique)* token? holder count
Holders   = token? (holders|hodlers) -> who=holders
Supply    = (total|token)* supply

# Values
Number    = #money | #number | #sol
Value     = Number | the? Number Mark | (a|the) Price of Number
Value     = (a|the)? Number in? Cap | (a|the)? Cap of Number -> metric=market_cap
Value     = (a|the)? Number (in|of|worth of)? liquidity | a? liquidity of Number -> metric=liquidity
Value     = Count
Value     = #number (tokens|coins) -> counts=tokens
Value     = a? Supply of #number (tokens|coins)? -> metric=supply
Mark      = mark | level | milestone | each | per token | per coin | apiece
Count     = #number (OrMore|OrLess)? (unique|different)? Holder Minimum? -> metric=holders
   counted=behind
Holder    = holders | hodlers | wallets | addresses | people | holder
Minimum   = (with|holding|who hold|that hold|each holding|each with) (at least|a minimum of)
   Balance@minimum (tokens|coins)? each?
Balance   = #number

# Comparisons
Above     = above | over | north of | in excess of | > | (more|greater|higher|bigger|larger) than
   -> cmp=gt
Below     = below | under | beneath | sub | south of | < | (less|lower|smaller|fewer) than -> cmp=lt
AtLeast   = at least | (no|not) (less|lower|fewer|smaller) than | a? minimum of? | at or above |
   >= -> cmp=gte
AtMost    = at most | (no|not) (more|higher|greater|larger) than | at or below | a maximum of | <=
   -> cmp=lte
OrMore    = or (more|higher|above|greater|better|over) | plus | and (above|up) -> cmp=gte
OrLess    = or (less|lower|below|fewer|under) -> cmp=lte
Compare   = Above | Below | AtLeast | AtMost
Level     = Compare at? Value | at? Value (OrMore|OrLess)
Level     = Value at least -> cmp=gte
Range     = (between Number@low (and|-|to)|(in|within) the? (range (of|from)?)? Number@low
   (-|to|and)) Number@high range? RangeOf? -> range=inside
Range     = outside of? the? (range of)? Number@low (-|to|and) Number@high range? RangeOf? ->
   range=outside
RangeOf   = in? Cap -> metric=market_cap
RangeOf   = in? liquidity -> metric=liquidity
RangeOf   = holders -> metric=holders

# Reaching a value, from whichever side
Moves     = Reach Value -> does=reaches
Moves     = Reach (Above|AtLeast) Value | Reach Value OrMore -> does=moves
Moves     = (get(s)|go(es)|gone) to Below Value -> does=moves
Reach     = hit(s|ting) | reach(es|ed|ing) | touch(es|ed|ing) | tap(s|ped) | see(s|n) |
   print(s|ed) | trade(s) at | wick(s) to | (get(s)|go(es)|come(s)|gone|make(s) it|made it) back?
   to | return(s) to
Moves     = Cross (through|past)? Value -> does=crosses
Cross     = break(s) | broken | cross(es|ed|ing) | pass(es|ed|ing)
# Rising and falling to a value
Moves     = Up FarUp? to Value | (reclaim(s|ed)|retake(s)|recover(s) to) Value |
   (hit(s)|reach(es)|see(s)|make(s)) a? new? high of Value | (trade(s)|go(es)|get(s)) as high as
   Value -> does=moves cmp=gte from=below
Moves     = Up FarUp? to AtLeast Value -> does=moves from=below
Moves     = Up FarUp? (above|past|beyond|through) Value -> does=moves cmp=gt from=below
Moves     = Down FarDown? to Value | (hit(s)|reach(es)|see(s)|make(s)) a? new? low of Value |
   (trade(s)|go(es)|get(s)) as low as Value -> does=moves cmp=lte from=above
Moves     = Down FarDown? to AtMost Value -> does=moves from=above
Moves     = Down FarDown? Under Value | Cross down Under Value -> does=moves cmp=lt from=above
Moves     = (Go|Cross|wick(s)) (above|over|past|beyond|higher than|north of) Value -> does=moves
   cmp=gt
Moves     = (Go|Cross|wick(s)) back? Under Value -> does=moves cmp=lt
Moves     = Exceed Value -> does=exceeds cmp=gt
Exceed    = exceed(s|ed|ing) | surpass(es|ed|ing) | overtake(s)
Moves     = flip(s|ped) (a|the)? Number in? Cap -> does=moves cmp=gt from=below metric=market_cap
# "Top 100" is a rank.
Moves     = top(s|ped) (#money|#sol) Mark? -> does=exceeds cmp=gt
Moves     = top(s|ped) (#money|#sol) in? Cap -> does=exceeds cmp=gt metric=market_cap
Under     = below | under | beneath | lower than | south of
Go        = go(es) | gone | get(s) | move(s) | come(s) | rip(s)
FarUp     = all the way | back | up | back up
FarDown   = all the way | back | down | back down
Up        = rise(s) | rising | climb(s|ed) | rally | rallies | surge(s|d) | soar(s) | jump(s) |
   grow(s) | pump(s|ed) | moon(s) | run(s) | shoot(s) | spike(s) | bounce(s) | increase(s) |
   send(s) it | (go(es)|move(s)|gone|get(s)) up
Down      = drop(s|ped) | fall(s|en) | dip(s|ped) | crash(es|ed) | sink(s) | decline(s) |
   tumble(s) | plunge(s) | plummet(s) | crashing | slip(s) | slide(s) | dump(s|ed) | retrace(s) |
   tank(s) | shrink(s) | decrease(s) | (go(es)|move(s)|gone|get(s)|come(s)) down

# Changes from the value at creation
Changes   = (Up|gain(s|ed)|add(s|ed)|appreciate(s)) by? By -> does=moves change=up
Changes   = (Down|lose(s)|lost|shed(s)|depreciate(s)) by? By -> does=moves change=down
By        = Size | AtLeast Size | MoreThan Size | Size OrMore | OverPercent
OverPercent = over Percent -> cmp=gt
MoreThan  = more than | greater than -> cmp=gt
Size      = Percent | Number SizeOf?
Percent   = a? #percent PercentOf?
Percent   = half of? its (price|value) -> percent=50 metric=price
PercentOf = of its value | in (price|value) -> metric=price
PercentOf = in Cap -> metric=market_cap
PercentOf = (of its|in) liquidity -> metric=liquidity
SizeOf    = in price -> metric=price
SizeOf    = in Cap -> metric=market_cap
SizeOf    = in liquidity -> metric=liquidity
SizeOf    = (holders|wallets) -> metric=holders
SizeOf    = (tokens|coins) -> counts=tokens
# Both a change and a level
Changes   = Up over Number -> does=moves change=up cmp=gt
Changes   = Down over Number -> does=moves change=down cmp=gt
Moves     = Up over Value -> does=moves cmp=gt from=below
Moves     = lose(s) Number Mark? -> does=moves cmp=lt from=above
# Multiples
Changes   = double(s|d) Its? -> multiple=2 does=moves change=up
Changes   = triple(s|d) Its? -> multiple=3 does=moves change=up
Changes   = quadruple(s|d) Its? -> multiple=4 does=moves change=up
Changes   = halve(s|d) Its? -> multiple=0.5 does=moves change=down
Changes   = (go(es)|do(es)|make(s)|pull(s)|run(s)|get(s))? a? #multiple FromNow? -> does=moves
   change=up
Changes   = (hit(s)|reach(es)) #multiple its current price -> does=moves change=up metric=price
Its       = its? MetricName | in (price|value|size)
MetricName = (price|value) -> metric=price
MetricName = Cap -> metric=market_cap
MetricName = (holders|holder count) -> metric=holders
MetricName = liquidity -> metric=liquidity
MetricName = supply -> metric=supply
FromNow   = from (here|now)
# Being higher or lower than at creation
Higher    = (up|higher) by? By | (By|Compare #percent) (up|higher) -> change=up
Higher    = (up|higher) by? By ThanNow | (By|Compare #percent) (up|higher) ThanNow -> change=up
   since=said
Higher    = (down|lower) by? By | (By|Compare #percent) (down|lower) -> change=down
Higher    = (down|lower) by? By ThanNow | (By|Compare #percent) (down|lower) ThanNow ->
   change=down since=said
Higher    = (up|higher) When? ThanNow -> change=up cmp=gt percent=0 since=said
Higher    = (down|lower) When? ThanNow -> change=down cmp=gt percent=0 since=said
Higher    = (up|higher) ThanOpen -> change=up cmp=gt percent=0
Higher    = (down|lower) ThanOpen -> change=down cmp=gt percent=0
Higher    = up | green | in the green -> change=up cmp=gt percent=0
Higher    = down | red | in the red -> change=down cmp=gt percent=0
Higher    = (above|higher than|over) Present -> change=up cmp=gt percent=0 since=said
Higher    = (below|lower than|under) Present -> change=down cmp=gt percent=0 since=said
Higher    = higher When? -> change=up cmp=gt percent=0 since=now
Higher    = lower When? -> change=down cmp=gt percent=0 since=now
ThanNow   = (than|compared to|vs) (it is)? (now|right now|currently) | than it is now | than at
   the creation of this market
ThanOpen  = than (it (opened|opens|started|starts|began)|(its|the) (open|opening) price?)
Present   = (its|the) current (price|value|level|one) | now

# What a wallet holds
Acts      = Holds
Holds     = (hold(s)|own(s)|control(s)|have|has) (Compare Share|Share (OrMore|OrLess)) -> does=is
   share=yes
Share     = #percent (of ((the|its)? total? supply|all tokens|Thing (Poss? total? supply)?))?
Happens   = (sell(s)|dump(s)|sold) Tokens? -> does=happens event=sold
Tokens    = (his|her|their|its|the|any|some|some of (his|her|their|the))?
   (tokens|coins|bag|bags|stack|position|holdings|supply) | any

# At the end of a time, all the time
Ends      = (close(s|d)|end(s|ed)|finish(es|ed)) out? (#period|When)? (trading)? at?
   (Level|Range|Higher) -> does=ends
Stays     = (stay(s)|remain(s)|keep(s)|hold(s)) trading? at? Compare Value -> does=stays
Stays     = (stay(s)|remain(s)|keep(s)) Compared -> does=stays

# Having
Has       = (have|has|had) Value -> does=has kind=counted
Has       = (have|has|had) (Level|Range) -> does=is kind=counted
Has       = (have|has) a Cap of? Level -> does=is metric=market_cap
Has       = (have|has) a Price of? Level -> does=is metric=price
Has       = (get(s)|attract(s)) Count | get(s) (AtLeast|Above) Count -> does=gets

# Another asset, or another token
Compared  = Compare OtherPrice@other -> metric=price
Compared  = Compare OtherCap@other -> metric=market_cap
OtherPrice = Thing Poss? Price? | (the Price|that) of Thing -> metric=price
OtherCap  = Thing Poss? Cap? | (the Cap|that) of Thing -> metric=market_cap
Compared  = (cheaper|less expensive) than Thing@other -> metric=price cmp=lt
Compared  = (more expensive|pricier) than Thing@other -> metric=price cmp=gt
Compared  = worth more than #asset@other -> cmp=gt kind=asset
Compared  = worth less than #asset@other -> cmp=lt kind=asset
Compared  = worth? Compare? #multiple (the price of)? Thing@other Poss? Price? -> metric=price
Compared  = worth? Compare #assets
Beats     = Beat OtherCap@other -> metric=market_cap
Beats     = Beat OtherPrice@other -> metric=price
Beat      = Exceed | (go(es)|rise(s)|climb(s)) above | pass(es) -> does=moves cmp=gt
Beat      = reach(es) | (rise(s)|climb(s)) to -> does=moves cmp=gte
Beat      = (go(es)|fall(s)|drop(s)) below -> does=moves cmp=lt
Beats     = (surpass(es)|overtake(s)|flip(s|ped)) Thing@other Poss? (by|in)? Cap ->
   metric=market_cap does=moves cmp=gt
Beats     = (surpass(es)|overtake(s)|flip(s|ped)) Thing@other Poss? (by|in)? price -> metric=price
   does=moves cmp=gt
Beats     = flip(s|ped) Thing@other Poss? -> does=flips
Beats     = Reach #assets | Reach #multiple Thing@other -> does=reaches metric=price

# What happens to a token
Happens   = (graduate(s|d)|graduating|grad) From? | get(s)? fully? bond(s|ed) (on Pad)? |
   finish(es) bonding -> does=happens event=curve_complete
Being     = fully? bonded | graduated -> does=happens event=curve_complete
Happens   = fully? (complete(s|d)|fill(s|ed)|finish(es|ed)|sell(s) out) up? (its|the) Curve ->
   does=happens event=curve_complete
Happens   = (hit(s)|reach(es)) #percent@full (of|on)? (its|the)? Curve progress? -> does=happens
   event=curve_complete
Happens   = (migrate(s|d)|migrating) (from Pad)? (to the? Venue)? | graduate(s|d) (from Pad)? to
   the? Venue | complete(s|d) its migration -> does=happens event=migrated
Being     = migrated (to the? Venue)? -> does=happens event=migrated
Sentence  = will? Thing Poss? graduation Comes? | will? graduation Comes -> does=happens
   event=curve_complete
Sentence  = will? Thing Poss? migration Comes? | will? the? migration (to Venue)? Comes ->
   does=happens event=migrated
Sentence  = will (Thing Poss?|its|the) Curve Full | will the Curve of Thing Full -> does=happens
   event=curve_complete
Comes     = happen(s) | be completed | be complete | complete(s)
Curve     = Pad? bonding? curve
Full      = be (fully? complete|completed|filled|sold out) | (complete(s)|fill(s)) up? |
   (hit(s)|reach(es)) #percent@full
From      = (from|off|on)? the? (Pad|Curve)
Pad       = Launchpad
# Others sell there, too.
Pad       = bonk.fun | letsbonk | letsbonk.fun -> pad=launchlab
Launchpad = pump.fun | pumpfun | pump fun -> pad=pump
Launchpad = launchlab | launch lab -> pad=launchlab
Launchpad = meteora Poss? (dbc|dynamic bonding curve) -> pad=meteora
Happens   = (revoke(s|d)|renounce(s|d)|give(s) up|given up) (its|their|the)? Authority ->
   does=happens event=revoked
Being     = (revoked|renounced|given up) -> does=happens event=revoked
Venue     = (pumpswap|pump swap) pool? -> pad=pump
Venue     = raydium pool? -> pad=launchlab
`;
