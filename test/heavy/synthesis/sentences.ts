/** None of these was looked at while voices were tuned. */
export const english = `The library opens at nine on weekdays.
Please leave your umbrella by the door.
She planted roses along the garden wall.
Our flight was delayed by heavy snow.
He forgot his keys on the kitchen table.
The museum is closed on Monday morning.
Could you turn down the music a little?
They bought fresh bread at the market.
My brother is learning to play the violin.
The soup needs a little more salt.
We watched the sunset from the bridge.
Two hundred people came to the concert.
The doctor will see you in a minute.
It has been raining since yesterday.
Nobody knows where the old map is hidden.
The children built a castle out of sand.
Remember to water the plants on Friday.
The river froze over in the winter.
I would like a cup of black coffee.
The lights went out during the storm.
Her grandfather used to repair clocks.
The bus stops in front of the school.
We are moving to a new house in June.
The cat is sleeping under the bed.
Turn left at the second traffic light.
The price of milk has gone up again.
He wrote a long letter to his mother.
The mountain was covered with clouds.
You can borrow my bicycle if you want.
The meeting lasted for three hours.
There is a small shop behind the church.
The water in the lake is very cold.
She speaks four languages quite well.
The dog chased the ball across the yard.
I have never been to South America.
The teacher asked us to be quiet.
Dinner will be ready in ten minutes.
The train was full of tired workers.
He painted the fence bright green.
What time does the last show begin?
The farmer sold all of his horses.
Your package should arrive tomorrow.
We need a bigger table for the guests.
The baby laughed at the funny hat.
Close the window before you go to sleep.
The bridge was built a century ago.
My sister works at a large hospital.
The winner received a silver cup.
They walked home through the forest.
Thank you for helping me with my homework.`.split('\n')

export const mandarin = `图书馆早上九点开门。
请把雨伞放在门口。
我们坐飞机去上海旅游。
他忘了把钥匙带回家。
这条路通向一个小村庄。
妈妈在厨房里准备晚饭。
请你把音乐声音关小一点。
他们在市场买了新鲜的水果。
我弟弟正在学习画画。
这碗汤需要再加一点盐。
我们在桥上看日落。
今天的演出有两百人参加。
经理马上就会见你。
雨从昨天一直下到现在。
没有人知道地图藏在哪里。
孩子们在沙滩上玩得很开心。
记得星期五给花浇水。
冬天的时候河水会结冰。
我想喝一杯热咖啡。
暴风雨的时候突然停电了。
爷爷以前是修理手表的。
公共汽车停在学校前面。
我们六月要搬到新房子。
小猫在床下面睡觉。
前面第二个路口向左转。
最近牛奶的价格又涨了。
他给母亲写了一封长信。
山顶被白云遮住了。
你可以借我的自行车。
会议一共开了三个小时。
商店在银行的后面。
湖里的水非常冷。
她能说四种语言。
小狗追着球跑过院子。
我从来没有去过非洲。
老师让我们安静下来。
再过十分钟就可以吃饭了。
火车上坐满了下班的工人。
他把房间的墙刷成绿色。
最后一场电影几点开始？
农民把所有的马都卖了。
你的包裹明天应该会到。
我们需要一张更大的桌子。
这个帽子看起来很有意思。
睡觉之前请关好窗户。
这座大桥是一百年前建成的。
我姐姐在一家大医院工作。
冠军得到了一个银色的奖杯。
他们穿过森林走回家。
谢谢你帮我完成作业。`.split('\n')
