/** Words whose syllables the library reads otherwise: many-sound characters and light tones (0). */
const table = `
时候 shi2hou0; 事情 shi4qing0; 先生 xian1sheng0; 眼睛 yan3jing0; 明白 ming2bai0; 消息 xiao1xi0
朋友 peng2you0; 姑娘 gu1niang0; 困难 kun4nan0; 意思 yi4si0; 故事 gu4shi0; 粮食 liang2shi0; 妻子 qi1zi0
功夫 gong1fu0; 这儿 zhe4er0; 湖泊 hu2po1; 太太 tai4tai0; 种植 zhong4zhi2; 熟悉 shu2xi0; 老婆 lao3po0
衙门 ya2men0; 爹爹 die1die0; 只得 zhi3de2; 对付 dui4fu0; 商量 shang1liang0; 气氛 qi4fen0
差不多 cha4bu0duo1; 码头 ma3tou0; 老爷 lao3ye0; 收拾 shou1shi0; 哪儿 na3er0; 汉子 han4zi0; 逻辑 luo2ji0
麻烦 ma2fan0; 热闹 re4nao0; 老太太 lao3tai4tai0; 玻璃 bo1li0; 那儿 na4er0; 知识分子 zhi1shi0fen4zi3
哪个 na3ge0; 媳妇 xi2fu0; 买卖 mai3mai0; 肚子 du4zi0; 奴才 nu2cai0; 老人家 lao3ren2jia0; 招呼 zhao1hu0
花岗岩 hua1gang1yan2; 心思 xin1si0; 例子 li4zi0; 规矩 gui1ju0; 棺材 guan1cai0; 讲究 jiang3jiu0; 脾气 pi2qi0
大为 da4wei2; 时辰 shi2chen0; 客气 ke4qi0; 逮捕 dai4bu3; 船长 chuan2zhang3; 脑子 nao3zi0; 心脏 xin1zang4
应付 ying4fu0; 道士 dao4shi0; 屁股 pi4gu0; 肠子 chang2zi0; 法子 fa3zi0; 舒服 shu1fu0; 上司 shang4si0
祖宗 zu3zong0; 谢谢 xie4xie0; 笑话 xiao4hua0; 一点儿 yi1dian3er0; 对不起 dui4bu0qi3; 状元 zhuang4yuan0
大伙儿 da4huo3er0; 月亮 yue4liang0; 剥夺 bo1duo2; 娘娘 niang2niang0; 工夫 gong1fu0; 小伙子 xiao3huo3zi0
包袱 bao1fu0; 糊涂 hu2tu0; 妹子 mei4zi0; 率先 shuai4xian1; 五行 wu3xing2; 重组 chong2zu3; 老实 lao3shi0
村子 cun1zi0; 琢磨 zuo2mo0; 胆子 dan3zi0; 反倒 fan3dao4; 尤为 you2wei2; 核桃 he2tao0; 了不起 liao3bu0qi3
东边 dong1bian0; 报酬 bao4chou0; 葡萄 pu2tao0; 戒指 jie4zhi0; 报复 bao4fu0; 罐子 guan4zi0
帐篷 zhang4peng0; 箱子 xiang1zi0; 瞎子 xia1zi0; 播种 bo1zhong4; 窗户 chuang1hu0; 骆驼 luo4tuo0
妖精 yao1jing0; 耽误 dan1wu0; 甘蔗 gan1zhe0; 今儿 jin1er0; 骡子 luo2zi0; 乡下 xiang1xia0; 护士 hu4shi0
古都 gu3du1; 舍不得 she3bu0de0; 性子 xing4zi0; 裤子 ku4zi0; 不当 bu4dang4; 倒退 dao4tui4; 皮子 pi2zi0
一块儿 yi1kuai4er0; 呕吐 ou3tu4; 恨不得 hen4bu0de0; 理应 li3ying1; 眉毛 mei2mao0; 刀子 dao1zi0
秀才 xiu4cai0; 小时候 xiao3shi2hou0; 轿子 jiao4zi0; 喉咙 hou2long0; 烧饼 shao1bing0; 肝脏 gan1zang4
粮食作物 liang2shi0zuo4wu4; 过儿 guo4er0; 牌楼 pai2lou0; 袖子 xiu4zi0; 欺负 qi1fu0; 冤枉 yuan1wang0
高粱 gao1liang0; 出血 chu1xie3; 抽屉 chou1ti0; 哽咽 geng3ye4; 班子 ban1zi0; 耽搁 dan1ge0; 傻子 sha3zi0
玫瑰 mei2gui0; 明儿 ming2er0; 怪物 guai4wu0; 踏实 ta1shi0; 弹头 dan4tou2; 娘家 niang2jia0
怪不得 guai4bu0de0; 鞭子 bian1zi0; 主子 zhu3zi0; 官司 guan1si0; 案子 an4zi0; 当儿 dang1er0; 伙计 huo3ji0
呆子 dai1zi0; 闺女 gui1nv0; 牲口 sheng1kou0; 快活 kuai4huo0; 路子 lu4zi0; 载体 zai4ti3; 盘算 pan2suan0
葡萄酒 pu2tao0jiu3; 有意思 you3yi4si0; 筋斗 jin1dou3; 鞋子 xie2zi0; 街坊 jie1fang0; 内脏 nei4zang4
疯子 feng1zi0; 指甲 zhi3jia0; 巴掌 ba1zhang0; 炉子 lu2zi0; 园子 yuan2zi0; 旋风 xuan4feng1; 梅子 mei2zi0
婊子 biao3zi0; 火候 huo3hou0; 胡涂 hu2tu0; 骰子 tou2zi0; 苦头 ku3tou0; 丫鬟 ya1huan0; 斗拱 dou3gong3
星星 xing1xing0; 央行 yang1hang2; 罐头 guan4tou0; 疏忽 shu1hu0; 谷子 gu3zi0; 窟窿 ku1long0; 哆嗦 duo1suo0
忙活 mang2huo0; 饺子 jiao3zi0; 芝麻 zhi1ma0; 脏腑 zang4fu3; 义气 yi4qi0; 老爷子 lao3ye2zi0; 肾脏 shen4zang4
辗转 zhan3zhuan3; 果子 guo3zi0; 打招呼 da3zhao1hu0; 做生意 zuo4sheng1yi0; 苍蝇 cang1ying0; 金子 jin1zi0
稿子 gao3zi0; 樱桃 ying1tao0; 凳子 deng4zi0; 姨太太 yi2tai4tai0; 动不动 dong4bu0dong4; 李子 li3zi0
裙子 qun2zi0; 婶子 shen3zi0; 点心 dian3xin0; 假日 jia4ri4; 圪节 ge1jie0; 网吧 wang3ba1; 窗子 chuang1zi0
丫环 ya1huan0; 位子 wei4zi0; 粽子 zong4zi0; 停当 ting2dang0; 呜咽 wu1ye4; 宫阙 gong1que4; 老婆子 lao3po2zi0
喧嚣 xuan1xiao1; 张罗 zhang1luo0; 歇息 xie1xi0; 红火 hong2huo0; 个儿 ge4er0; 京都 jing1du1; 帘子 lian2zi0
在乎 zai4hu0; 教书 jiao1shu1; 蹄子 ti2zi0; 宅子 zhai2zi0; 招牌 zhao1pai0; 爽快 shuang3kuai0; 蚊子 wen2zi0
葡萄糖 pu2tao0tang2; 驴子 lv2zi0; 宽敞 kuan1chang0; 花儿 hua1er0; 倒转 dao4zhuan3; 价值量 jia4zhi2liang4
椰子 ye1zi0; 碾子 nian3zi0; 鸟儿 niao3er0; 下巴 xia4ba0; 玩意儿 wan2yi4er0; 不失为 bu4shi1wei2; 福气 fu2qi0
火箭弹 huo3jian4dan4; 曲面 qu1mian4; 梯子 ti1zi0; 虾子 xia1zi0; 匣子 xia2zi0; 下功夫 xia4gong1fu0
外甥 wai4sheng0; 氧吧 yang3ba1; 两口子 liang3kou3zi0; 商贾 shang1gu3; 胭脂 yan1zhi0; 步子 bu4zi0
魁梧 kui2wu0; 时不时 shi2bu0shi2; 干粮 gan1liang0; 叫唤 jiao4huan0; 蹊跷 qi1qiao0; 嘀咕 di2gu0
麻将 ma2jiang4; 剥落 bo1luo4; 忽悠 hu1you0; 昨儿 zuo2er0; 巴不得 ba1bu0de0; 向量 xiang4liang4
比方 bi3fang0; 原子量 yuan2zi3liang4; 交情 jiao1qing0; 出息 chu1xi0; 珠子 zhu1zi0; 耗子 hao4zi0
没关系 mei2guan1xi0; 嫂嫂 sao3sao0; 挑剔 tiao1ti0; 师爷 shi1ye0; 旗子 qi2zi0; 使唤 shi3huan0
奉承 feng4cheng0; 财主 cai2zhu0; 儿媳妇 er2xi2fu0; 瘦子 shou4zi0; 排行榜 pai2hang2bang3; 稀罕 xi1han0
淋巴结 lin2ba1jie2; 脏器 zang4qi4; 东家 dong1jia0; 篱笆 li2ba0; 微量 wei1liang4; 凑合 cou4he0
名堂 ming2tang0; 排行 pai2hang2; 故事片 gu4shi0pian4; 舍弃 she3qi4; 般若 bo1re3; 管子 guan3zi0
揣摩 chuai3mo2; 翻腾 fan1teng0; 轮子 lun2zi0; 微量元素 wei1liang4yuan2su4; 股子 gu3zi0; 袍子 pao2zi0
剥蚀 bo1shi2; 咕哝 gu1nong0; 娘儿 niang2er0; 姐儿 jie3er0; 一朝 yi1zhao1; 剪子 jian3zi0; 笛子 di2zi0
蛮子 man2zi0; 豁然 huo4ran2; 蝎子 xie1zi0; 石榴 shi2liu0; 冤家 yuan1jia0; 饥荒 ji1huang0; 虫子 chong2zi0
收成 shou1cheng0; 漏斗 lou4dou3; 常量 chang2liang4; 使不得 shi3bu0de0; 亏得 kui1de0; 小孩儿 xiao3hai2er0
死难 si3nan4; 贩子 fan4zi0; 袋子 dai4zi0; 有朝一日 you3zhao1yi1ri4; 了不得 liao3bu0de2; 造血 zao4xie3
利落 li4luo0; 冠名 guan4ming2; 逻辑学 luo2ji0xue2; 靴子 xue1zi0; 马虎 ma3hu0; 主儿 zhu3er0; 记性 ji4xing0
闹腾 nao4teng0; 槟榔 bing1lang2; 份儿 fen4er0; 嚣张 xiao1zhang1; 柴火 chai2huo0; 倒计时 dao4ji4shi2
奶子 nai3zi0; 姑爷 gu1ye0; 被子植物 bei4zi3zhi2wu4; 包子 bao1zi0; 格格 ge2ge0; 眼珠子 yan3zhu1zi0
票子 piao4zi0; 苗条 miao2tiao0; 着装 zhuo2zhuang1; 吐血 tu4xie3; 岁数 sui4shu0; 幌子 huang3zi0
哥儿 ge1er0; 希罕 xi1han0; 帐子 zhang4zi0; 带子 dai4zi0; 豁达 huo4da2; 混浊 hun2zhuo2; 靶子 ba3zi0
秧歌 yang1ge0; 剥离 bo1li2; 苗子 miao2zi0; 门面 men2mian0; 膀子 bang3zi0; 爱人 ai4ren0
穿甲弹 chuan1jia3dan4; 一个劲儿 yi1ge4jin4er0; 念叨 nian4dao0; 梆子 bang1zi0; 书呆子 shu1dai1zi0
利索 li4suo0; 厨子 chu2zi0; 吱声 zi1sheng1; 搭理 da1li0; 转轴 zhuan4zhou2; 不菲 bu4fei3; 镏金 liu2jin1
云彩 yun2cai0; 背囊 bei1nang2; 门子 men2zi0; 嫁妆 jia4zhuang0; 链子 lian4zi0; 框框 kuang4kuang0
段子 duan4zi0; 由不得 you2bu0de0; 褂子 gua4zi0; 调拨 diao4bo1; 豁免 huo4mian3; 今朝 jin1zhao1
小老婆 xiao3lao3po0; 心眼儿 xin1yan3er0; 板子 ban3zi0; 根子 gen1zi0; 种田 zhong4tian2; 镇子 zhen4zi0
五脏 wu3zang4; 叫嚣 jiao4xiao1; 栗子 li4zi0; 补丁 bu3ding0; 佣金 yong4jin1; 德性 de2xing0; 探子 tan4zi0
乱子 luan4zi0; 卷土重来 juan3tu3chong2lai2; 基调 ji1diao4; 消停 xiao1ting0; 信得过 xin4de0guo4
隐没 yin3mo4; 面相 mian4xiang4; 发帖 fa1tie3; 还钱 huan2qian2; 还给 huan2gei3; 还书 huan2shu1
还款 huan2kuan3; 还债 huan2zhai4; 还清 huan2qing1; 重做 chong2zuo4; 重启 chong2qi3; 重来 chong2lai2
重读 chong2du2; 行业 hang2ye4; 代码行 dai4ma3hang2; 网银 wang3yin2; 调用 diao4yong4; 调研 diao4yan2
东西 dong1xi0; 知道 zhi1dao4; 地方 di4fang0; 多少 duo1shao0; 大夫 dai4fu0; 学校 xue2xiao4; 发卡 fa1ka3
处理 chu3li3; 出处 chu1chu4; 好好 hao3hao3; 好好儿 hao3hao1r; 爸爸 ba4ba0; 关系 guan1xi0; 师傅 shi1fu0
衣服 yi1fu0; 厉害 li4hai0; 告诉 gao4su0; 认识 ren4shi0; 豆腐 dou4fu0; 萝卜 luo2bo0; 耳朵 er3duo0
头发 tou2fa0; 清楚 qing1chu0; 便宜 pian2yi0; 漂亮 piao4liang0; 聪明 cong1ming0; 休息 xiu1xi0
早上 zao3shang0; 晚上 wan3shang0; 里面 li3mian4; 上面 shang4mian4; 银行 yin2hang2; 血液 xue4ye4
角色 jue2se4; 主角 zhu3jue2; 模样 mu2yang4; 模式 mo2shi4; 载入 zai4ru4; 下载 xia4zai4; 加载 jia1zai4
供应 gong1ying4; 提供 ti2gong1; 称职 chen4zhi2; 对称 dui4chen4; 朝阳 zhao1yang2; 朝阳区 chao2yang2qu1
长春 chang2chun1; 成长 cheng2zhang3; 校长 xiao4zhang3; 家长 jia1zhang3; 部长 bu4zhang3; 市长 shi4zhang3
局长 ju2zhang3; 会计 kuai4ji4; 会议 hui4yi4; 似的 shi4de0; 尽管 jin3guan3; 尽快 jin3kuai4; 尽量 jin3liang4
假期 jia4qi1; 放假 fang4jia4; 请假 qing3jia4; 强迫 qiang3po4; 勉强 mian3qiang3; 倔强 jue2jiang4
薄荷 bo4he0; 薄弱 bo2ruo4; 单薄 dan1bo2; 宁可 ning4ke3; 宁愿 ning4yuan4; 答应 da1ying0; 转身 zhuan3shen1
转动 zhuan4dong4; 旋转 xuan2zhuan3; 当作 dang4zuo4; 上当 shang4dang4; 恰当 qia4dang4; 适当 shi4dang4
差别 cha1bie2; 差距 cha1ju4; 误差 wu4cha1; 时差 shi2cha1; 差点 cha4dian3; 出差 chu1chai1; 参与 can1yu4
参加 can1jia1; 人参 ren2shen1; 曾经 ceng2jing1; 曾国藩 zeng1guo2fan1; 藏族 zang4zu2; 西藏 xi1zang4
宝藏 bao3zang4; 收藏 shou1cang2; 厦门 xia4men2; 大厦 da4sha4; 六安 lu4an1; 台州 tai1zhou1; 番禺 pan1yu2
蚌埠 beng4bu4; 亳州 bo2zhou1; 单于 chan2yu2; 可汗 ke4han2; 吐蕃 tu3bo1; 龟裂 jun1lie4
`

export const ownWords: ReadonlyMap<string, readonly string[]> = new Map(
  table
    .trim()
    .split(/[;\n]\s*/)
    .map((entry): [string, readonly string[]] => {
      const [word = '', sounds = ''] = entry.split(' ')
      return [word, sounds.match(/[a-z]+\d?/g) ?? []]
    }),
)
